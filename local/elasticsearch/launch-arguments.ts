import { join } from 'node:path';

/**
 * What follows `java` and the size of its heap to start the node in `home`, a folder made by `buildElasticsearch`;
 * settings (`http.port=9200`) may follow.
 */
export function launchArguments(home: string): string[] {
  return [
    '-XX:+UseG1GC',
    // A node that has run out of memory is unreliable: it exits, so that the failure is visible.
    '-XX:+ExitOnOutOfMemoryError',
    '-Djava.awt.headless=true',
    '-Dlog4j2.disable.jmx=true',
    '-Dio.netty.noUnsafe=true',
    // The server wants to be on the module path: its plugin loader fails on the class path.
    `--module-path=${join(home, 'lib')}`,
    '--add-modules=ALL-MODULE-PATH',
    '--add-modules=jdk.net,jdk.incubator.vector',
    '--enable-native-access=ALL-UNNAMED,org.elasticsearch.nativeaccess,org.apache.lucene.core',
    '-cp',
    join(home, 'launcher.jar'),
    'Launcher',
    home,
  ];
}
