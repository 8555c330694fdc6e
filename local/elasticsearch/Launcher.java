import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * Starts one Elasticsearch node out of the published library: {@code Launcher HOME setting=value…}.
 * HOME holds config/, modules/ and plugins/, and may be read-only. Of a setting given twice the last value counts.
 */
public final class Launcher {
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]).toAbsolutePath();
        Settings.Builder settings = Settings.builder();
        settings.put("path.home", home.toString());
        for (int index = 1; index < arguments.length; index++) {
            String[] pair = arguments[index].split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        Environment environment = new Environment(settings.build(), home.resolve("config"));

        LogConfigurator.setNodeName(environment.settings().get("node.name", "local"));
        LogConfigurator.configureESLogging();
        LogConfigurator.configure(environment, true);

        PluginsLoader plugins = PluginsLoader.createPluginsLoader(
            PluginsLoader.loadModulesBundles(environment.modulesDir(), false),
            PluginsLoader.loadPluginsBundles(environment.pluginsDir(), false),
            Map.of()
        );
        Node node = new Node(environment, plugins);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node), "close-node"));
        node.start();
        new CountDownLatch(1).await();
    }

    private static void close(Node node) {
        try {
            node.prepareForClose();
            node.close();
            node.awaitClose(10, TimeUnit.SECONDS);
        } catch (Exception failure) {
            failure.printStackTrace();
        }
    }
}
