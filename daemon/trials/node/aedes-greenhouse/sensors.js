const mqtt = require('mqtt');
const client = mqtt.connect(`mqtt://127.0.0.1:${process.argv[2]}`, {
  clientId: 'sensor-hub-3',
  will: { topic: 'house/hub/offline', payload: 'gone' },
});
client.on('connect', async () => {
  await client.subscribeAsync('house/+/valve', { qos: 1 });
  await client.publishAsync('house/bed1/temperature', '24.5');
  await client.publishAsync('house/bed1/humidity', '61');
  await client.publishAsync('house/bed2/temperature', '33.25', { retain: true });
  console.log('published');
});
