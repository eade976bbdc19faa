const alasql = require('alasql');
const jayson = require('jayson');

const db = new alasql.Database('clinic');
db.exec('CREATE TABLE patients (id INT AUTO_INCREMENT PRIMARY KEY, animal STRING, species STRING, weight FLOAT, ward STRING)');
db.exec('CREATE TABLE visits (animal STRING, vet STRING, visit_time STRING)');
const wards = { A: { beds: 6, nurse: 'Jonas' }, B: { beds: 4, nurse: 'Mireille' } };
const calls = { admit: 0, book: 0, discharge: 0 };
let open = true;

const methods = {
  admit({ animal, species, weight }, done) {
    calls.admit += 1;
    if (!open) return done({ code: 1, message: 'closed' });
    db.exec('INSERT INTO patients (animal, species, weight, ward) VALUES (?, ?, ?, ?)', [animal, species, weight, 'A']);
    done(null, true);
  },
  book({ animal, vet, at }, done) {
    calls.book += 1;
    db.exec('INSERT INTO visits VALUES (?, ?, ?)', [animal, vet, at]);
    done(null, true);
  },
  discharge({ animal }, done) {
    calls.discharge += 1;
    db.exec('DELETE FROM patients WHERE animal = ?', [animal]);
    done(null, true);
  },
  ward({ name }, done) {
    done(null, wards[name]);
  },
};
const server = new jayson.Server(methods);
function closeClinic() {
  open = false;
}
process.on('SIGUSR2', closeClinic);
server.http().listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
