package gem.auctions.local;

import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.util.Version;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** {@code GET /} and {@code HEAD /}: who answers, in which version. Clients ask it before anything else. */
final class RootHandler extends BaseRestHandler {
    private final Supplier<DiscoveryNodes> nodes;

    RootHandler(Supplier<DiscoveryNodes> nodes) {
        this.nodes = nodes;
    }

    @Override
    public String getName() {
        return "main_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        String cluster = client.settings().get("cluster.name", "elasticsearch");
        return channel -> {
            XContentBuilder body = channel.newBuilder().prettyPrint().startObject();
            body.field("name", nodes.get().getLocalNode().getName());
            body.field("cluster_name", cluster);
            body.startObject("version");
            body.field("number", Build.current().version());
            body.field("build_flavor", Build.current().flavor());
            body.field("build_type", "local");
            body.field("lucene_version", Version.LATEST.toString());
            body.endObject();
            body.field("tagline", "You Know, for Search");
            channel.sendResponse(new RestResponse(RestStatus.OK, body.endObject()));
        };
    }
}
