(() => {
  const module = window.angular.module('ward', []);

  class Patients {
    constructor() {
      this.list = [
        {
          bed: 'A1',
          name: 'Rolf Hagen',
          diagnosis: 'Broken wrist',
          readings: [36.8, 36.9],
          diet: 'normal',
          admitted: '2026-11-12',
        },
        { bed: 'A2', name: 'Aino Salo', diagnosis: 'Pneumonia', readings: [39.1, 38.7], diet: 'light', admitted: '2026-11-14' },
        { bed: 'B1', name: 'Kofi Mensah', diagnosis: 'Appendectomy', readings: [37.2], diet: 'liquid', admitted: '2026-11-16' },
        { bed: 'B3', name: 'Vera Lindqvist', diagnosis: 'Observation', readings: [36.5], diet: 'normal', admitted: '2026-11-17' },
        {
          bed: 'C2',
          name: 'Bo Nyman',
          diagnosis: 'Hip replacement',
          readings: [36.7, 37.0, 36.9],
          diet: 'diabetic',
          admitted: '2026-11-09',
        },
      ];
      this.current = null;
      this.discharged = [];
    }
    measure(temperature, remark) {
      this.current.readings.push(temperature);
      this.current.remark = remark;
    }
    discharge() {
      this.list.splice(this.list.indexOf(this.current), 1);
      this.discharged.push(this.current.name);
      this.current = null;
    }
  }
  module.service('patients', Patients);

  module.controller('BedsController', [
    'patients',
    function (patients) {
      this.ward = { name: 'Ward 3, east wing', beds: 9, nurse: 'Siiri Aho' };
      this.patients = patients.list;
      this.find = '';
      this.nightShift = false;
      this.orders = [
        { field: 'bed', label: 'By bed' },
        { field: 'name', label: 'By name' },
        { field: '-admitted', label: 'Newest first' },
      ];
      this.order = 'bed';
      this.free = () => this.ward.beds - this.patients.length;
      this.choose = (patient) => {
        patients.current = patient;
      };
    },
  ]);

  module.component('patientCard', {
    template: `
      <section ng-if="$ctrl.service.current">
        <h2>{{ $ctrl.service.current.name }}</h2>
        <p>Admitted on {{ $ctrl.service.current.admitted }}</p>
        <label>Diet <select ng-model="$ctrl.service.current.diet"><option>normal</option><option>light</option><option>liquid</option><option>diabetic</option></select></label>
        <form ng-submit="$ctrl.save()">
          <label>Temperature <input name="temperature" type="number" step="0.1" ng-model="$ctrl.draft.temperature"></label>
          <label>Remark <textarea name="remark" ng-model="$ctrl.draft.remark"></textarea></label>
          <button>Save reading</button>
        </form>
        <button type="button" ng-click="$ctrl.service.discharge()">Discharge</button>
      </section>`,
    controller: [
      'patients',
      function (patients) {
        this.service = patients;
        this.draft = { temperature: null, remark: '' };
        this.save = () => {
          patients.measure(this.draft.temperature, this.draft.remark);
          this.draft = { temperature: null, remark: '' };
        };
      },
    ],
  });
})();
