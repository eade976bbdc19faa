package parlour;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class Parlour {
  static class Remark {
    final String guest;
    final String words;

    Remark(String guest, String words) {
      this.guest = guest;
      this.words = words;
    }
  }

  public static class Room {
    private final String name;
    private String topic = "";
    private boolean closed;
    private final Deque<Remark> remarks = new ArrayDeque<>();
    private final Set<String> guests = new TreeSet<>();

    Room(String name) {
      this.name = name;
    }

    public void setTopic(String topic) {
      this.topic = topic;
    }

    public void close() {
      closed = true;
    }
  }

  public static class Hall {
    private final Map<String, Room> rooms = new LinkedHashMap<>();
    private final Map<String, Integer> kicked = new ConcurrentHashMap<>();
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private String greeting;
    private int mostGuests = 24;
    private long heard;

    Hall(String greeting) {
      this.greeting = greeting;
    }

    public synchronized Room openRoom(String name) {
      return rooms.computeIfAbsent(name, Room::new);
    }

    public synchronized void say(String room, String guest, String words) {
      Room there = openRoom(room);
      there.guests.add(guest);
      there.remarks.addLast(new Remark(guest, words));
      heard++;
    }

    public synchronized void kick(String guest) {
      for (Room room : rooms.values()) room.guests.remove(guest);
      kicked.merge(guest, 1, Integer::sum);
    }

    public void setMostGuests(int mostGuests) {
      this.mostGuests = mostGuests;
    }
  }

  static class Talk extends SimpleChannelInboundHandler<String> {
    private final Hall hall;

    Talk(Hall hall) {
      this.hall = hall;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      hall.channels.add(context.channel());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, String line) {
      String[] parts = line.split("\\|", 3);
      hall.say(parts[0], parts[1], parts[2]);
      context.writeAndFlush("heard\n");
    }
  }

  public static void main(String[] args) throws Exception {
    Hall hall = new Hall(args[0]);
    NioEventLoopGroup loops = new NioEventLoopGroup(2);
    Channel server =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new LineBasedFrameDecoder(800), new StringDecoder(), new StringEncoder(), new Talk(hall));
                  }
                })
            .bind(new InetSocketAddress("127.0.0.1", 0))
            .sync()
            .channel();
    Socket guest = new Socket("127.0.0.1", ((InetSocketAddress) server.localAddress()).getPort());
    BufferedReader answers = new BufferedReader(new InputStreamReader(guest.getInputStream()));
    for (int i = 1; i < args.length; i++) {
      guest.getOutputStream().write((args[i] + "\n").getBytes("UTF-8"));
      guest.getOutputStream().flush();
      answers.readLine();
    }
    System.out.println("the parlour is open");
    server.closeFuture().sync();
  }
}
