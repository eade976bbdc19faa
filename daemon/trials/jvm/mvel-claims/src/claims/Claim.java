package claims;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** A claim that a farmer makes after hail. Rules read and write it by its properties. */
public final class Claim {
    private final String number;
    private final String farmer;
    private final String crop;
    private final double hectares;
    private final int damagePercent;
    private final LocalDate happened;
    private String status = "received";
    private double payment;
    private String adjuster;
    private final List<String> remarks = new ArrayList<>();

    public Claim(String number, String farmer, String crop, double hectares, int damagePercent, LocalDate happened) {
        this.number = number;
        this.farmer = farmer;
        this.crop = crop;
        this.hectares = hectares;
        this.damagePercent = damagePercent;
        this.happened = happened;
    }

    public String getNumber() { return number; }
    public String getFarmer() { return farmer; }
    public String getCrop() { return crop; }
    public double getHectares() { return hectares; }
    public int getDamagePercent() { return damagePercent; }
    public LocalDate getHappened() { return happened; }
    public String getStatus() { return status; }
    public void setStatus(String status) { this.status = status; }
    public double getPayment() { return payment; }
    public void setPayment(double payment) { this.payment = payment; }
    public String getAdjuster() { return adjuster; }
    public void setAdjuster(String adjuster) { this.adjuster = adjuster; }
    public List<String> getRemarks() { return remarks; }
}
