import { expect, test } from 'vitest';
import { readConfig } from '../../../api/config.ts';
import { clientAddress, rateLimitKey } from '../../../config/client-address.ts';

const proxies = readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1, 2001:db8:1::/48' }).trustedProxies;

test.for<[peer: string, header: string, client: string]>([
  ['192.0.2.1', '', '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '198.51.100.7, 203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '203.0.113.9, 10.2.3.4', '203.0.113.9'],
  ['10.0.0.1', '10.9.9.9, 10.2.3.4', '10.9.9.9'],
  ['10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['::1', '2001:db8:1::5, 2001:db8:1::6', '2001:db8:1::5'],
  ['10.0.0.1', 'nonsense', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.9, nonsense', '10.0.0.1'],
])('the client of peer %s with X-Forwarded-For "%s" is %s', ([peer, header, client]) => {
  expect(clientAddress(peer, header, proxies)).toBe(client);
});

test('a connection without an address still counts as a client', () => {
  expect(clientAddress(undefined, '203.0.113.9', proxies)).toBe('unknown');
});

test.for([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['2001:db8:0:1:bbbb::2', '2001:db8:0:1::/64'],
  ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
  ['unknown', 'unknown'],
])('the address %s is counted as %s', ([address, key]) => {
  expect(rateLimitKey(address!)).toBe(key);
});

test('an invalid network in TRUST_PROXY is reported as a problem of the settings', () => {
  expect(() => readConfig({ TRUST_PROXY: '10.0.0.0/8,nowhere' })).toThrow(
    /TRUST_PROXY="10.0.0.0\/8,nowhere"/,
  );
});
