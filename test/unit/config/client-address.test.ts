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

// Cloudflare, a load balancer and nginx in a row: each appends the address that it was called from.
test.for<[header: string, client: string]>([
  ['203.0.113.9, 172.64.0.7, 10.0.1.4', '203.0.113.9'],
  ['1.2.3.4, 203.0.113.9, 172.64.0.7, 10.0.1.4', '203.0.113.9'],
  ['172.64.0.1, 203.0.113.9, 172.64.0.7, 10.0.1.4', '203.0.113.9'],
  ['2001:db8:0:1:aaaa::1, 2606:4700::7, 10.0.1.4', '2001:db8:0:1:aaaa::1'],
])('behind three proxies the client of "%s" is %s, whatever the first hop claims', ([header, client]) => {
  const { trustedProxies } = readConfig({
    TRUST_PROXY: '127.0.0.1,10.0.1.0/24,172.64.0.0/13,2606:4700::/32',
  });
  expect(clientAddress('127.0.0.1', header, trustedProxies)).toBe(client);
  expect(rateLimitKey('2001:db8:0:1:aaaa::1')).toBe(rateLimitKey('2001:db8:0:1:bbbb::2'));
  // A network that is missing from the list is the client of all.
  const fewer = readConfig({ TRUST_PROXY: '127.0.0.1,10.0.1.0/24' }).trustedProxies;
  expect(clientAddress('127.0.0.1', header, fewer)).not.toBe(client);
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
