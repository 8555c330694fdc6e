package gem.auctions.local;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

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
        return List.of(new Root());
    }

    /** {@code GET /} and {@code HEAD /}: the version, which clients ask for before anything else. */
    private static final class Root implements RestHandler {
        @Override
        public List<Route> routes() {
            return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
        }

        @Override
        public void handleRequest(RestRequest request, RestChannel channel, NodeClient client) throws Exception {
            XContentBuilder body = channel.newBuilder().startObject().startObject("version");
            body.field("number", Build.current().version()).endObject().endObject();
            channel.sendResponse(new RestResponse(RestStatus.OK, body));
        }
    }
}
