package ropeway;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.http.NameValuePair;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.client.utils.URLEncodedUtils;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.bootstrap.HttpServer;
import org.apache.http.impl.bootstrap.ServerBootstrap;
import org.apache.http.protocol.HttpRequestHandler;
import org.apache.http.util.EntityUtils;

/** The stations post forms: what is to be done is the path. */
public final class Main {
    private Main() {}

    private interface Order {
        Object carryOut(Map<String, String> form);
    }

    private static HttpRequestHandler on(Order order) {
        return (request, response, context) -> {
            String text = request instanceof HttpEntityEnclosingRequest posted ? EntityUtils.toString(posted.getEntity()) : "";
            Map<String, String> form =
                    URLEncodedUtils.parse(text, StandardCharsets.UTF_8).stream()
                            .collect(Collectors.toMap(NameValuePair::getName, NameValuePair::getValue));
            response.setEntity(new StringEntity(String.valueOf(order.carryOut(form)), StandardCharsets.UTF_8));
        };
    }

    public static void main(String[] args) throws Exception {
        Ropeway ropeway = new Ropeway();
        HttpServer server =
                ServerBootstrap.bootstrap()
                        .setListenerPort(Integer.parseInt(args[0]))
                        .setLocalAddress(InetAddress.getByName("127.0.0.1"))
                        .setServerInfo("Ropeway/3.2")
                        .registerHandler("/board", on(form -> ropeway.board(form.get("gondola"), form.get("who"), Integer.parseInt(form.get("persons")))))
                        .registerHandler("/speed", on(form -> ropeway.setSpeed(Double.parseDouble(form.get("metres")))))
                        .registerHandler("/out", on(form -> ropeway.takeOut(form.get("gondola"), form.get("why"))))
                        .registerHandler("/repair", on(form -> ropeway.repair(form.get("gondola"))))
                        .registerHandler("/sell", on(form -> ropeway.sell(form.get("ticket"), Integer.parseInt(form.get("count")))))
                        .registerHandler("/halt", on(form -> ropeway.halt()))
                        .registerHandler("/resume", on(form -> ropeway.resume()))
                        .registerHandler("/driver", on(form -> ropeway.setDriver(form.get("name"))))
                        .registerHandler("/report", on(form -> ropeway.report()))
                        .create();
        server.start();
        System.out.println("ropeway answers");
    }
}
