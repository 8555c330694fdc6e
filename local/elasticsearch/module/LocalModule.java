package gem.auctions.local;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestHandler;

/**
 * The two parts of the official distribution that the service relies on and that the published library leaves
 * out: the token filter {@code asciifolding} and {@code GET /}. Whatever else is missing stays missing, so that
 * no mapping or query comes to depend on something that only this machine has.
 */
public final class LocalModule extends Plugin implements AnalysisPlugin, ActionPlugin {
    @Override
    public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
        // "true": it works on single characters, which is what admits it to normalizers.
        return List.of(PreConfiguredTokenFilter.singleton("asciifolding", true, ASCIIFoldingFilter::new));
    }

    @Override
    public Collection<RestHandler> getRestHandlers(
        RestHandlersServices services,
        Supplier<DiscoveryNodes> nodes,
        Predicate<NodeFeature> supported
    ) {
        return List.of(new RootHandler(nodes));
    }
}
