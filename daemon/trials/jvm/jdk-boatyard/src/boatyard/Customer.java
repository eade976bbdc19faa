package boatyard;

public record Customer(String name, String phone) {}
