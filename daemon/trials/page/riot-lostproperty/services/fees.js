const days = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

export class FeeService {
  asked = 0;

  constructor({ perWeek, least, perishableAfterDays, auctionAfterDays }) {
    Object.assign(this, { perWeek, least, perishableAfterDays, auctionAfterDays });
  }

  feeFor(item, today) {
    this.asked += 1;
    return Math.max(this.least, Math.ceil(days(item.day, today) / 7) * this.perWeek);
  }
}
