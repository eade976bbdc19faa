import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.support.GenericApplicationContext;

/** A Spring context with a plain bean, one behind a proxy of its interface and one behind a proxy of its class. */
public final class SpringShop {
  public static final class Cart {
    private int items = 3;

    public void addItems(int count) {
      items += count;
    }
  }

  public interface Till {
    void pay(int amount);
  }

  public static final class Drawer implements Till {
    private int money = 7;

    @Override
    public void pay(int amount) {
      money += amount;
    }
  }

  public static class Ledger {
    private int lines = 11;

    public void write(int count) {
      lines += count;
    }
  }

  /** As Spring's class proxies look inside. */
  static final class Interceptor {
    final ProxyFactory advised;

    Interceptor(ProxyFactory advised) {
      this.advised = advised;
    }
  }

  /** Written by hand: what makes such classes does not run on every JVM. */
  public static final class Ledger$$EnhancerBySpringCGLIB$$1a2b extends Ledger {
    private final Interceptor CGLIB$CALLBACK_0;

    Ledger$$EnhancerBySpringCGLIB$$1a2b(Ledger target) {
      CGLIB$CALLBACK_0 = new Interceptor(new ProxyFactory(target));
    }

    @Override
    public void write(int count) {
      try {
        ((Ledger) CGLIB$CALLBACK_0.advised.getTargetSource().getTarget()).write(count);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    GenericApplicationContext context = new GenericApplicationContext();
    context.getBeanFactory().registerSingleton("shoppingCart", new Cart());
    context.getBeanFactory().registerSingleton("till", new ProxyFactory(new Drawer()).getProxy());
    context.getBeanFactory().registerSingleton("ledger", new Ledger$$EnhancerBySpringCGLIB$$1a2b(new Ledger()));
    context.refresh();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
    context.close();
  }
}
