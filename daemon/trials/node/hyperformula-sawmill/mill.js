const { HyperFormula } = require('hyperformula');
const readline = require('node:readline');

const sheets = {
  Timber: [
    ['Wood', 'Logs', 'Price', 'Worth'],
    ['Spruce', 140, 31.5, '=B2*C2'],
    ['Larch', 26, 58, '=B3*C3'],
    ['Oak', 9, 210, '=B4*C4'],
    ['Together', '=SUM(B2:B4)', null, '=SUM(D2:D4)'],
  ],
  Orders: [
    ['Customer', 'Wood', 'Logs'],
    ['Boatyard Elling', 'Larch', 12],
    ['Chapel of Ease', 'Oak', 4],
  ],
};
const book = HyperFormula.buildFromSheets(sheets, { licenseKey: 'gpl-v3', precisionRounding: 6, undoLimit: 25 });
book.addNamedExpression('DuesPerLog', '=0.35');
book.addNamedExpression('Sawyer', 'Gudrun Ask');
console.log('the mill runs');

for (const line of ['set Timber B2 155', 'set Orders A4 Widow_Hale', 'set Orders C4 7', 'dues']) run(line);
readline.createInterface({ input: process.stdin }).on('line', run);

function run(line) {
  const [verb, sheet, address, value] = line.split(' ');
  if (verb === 'set')
    book.setCellContents(
      book.simpleCellAddressFromString(address, book.getSheetId(sheet)),
      Number.isNaN(Number(value)) ? value.replaceAll('_', ' ') : Number(value),
    );
  else if (verb === 'dues') book.changeNamedExpression('DuesPerLog', '=0.4');
  else if (verb === 'undo') book.undo();
  else if (verb === 'sheet') book.addSheet(sheet);
  console.log(`cut: ${line}; worth ${book.getCellValue({ sheet: 0, row: 4, col: 3 })}`);
}
