import { expect, test } from 'vitest';
import { parseRedisAddress } from './address.ts';

test.each([
	[
		'redis://:a%2Fb@redis.example:6380/2',
		{ host: 'redis.example', port: 6380, db: 2, password: 'a/b' },
		'redis.example:6380',
	],
	['redis://127.0.0.1', { host: '127.0.0.1', port: 6379, db: 0 }, '127.0.0.1:6379'],
	['redis://[::1]/', { host: '::1', port: 6379, db: 0 }, '[::1]:6379'],
	[
		'rediss://market:secret@redis.example',
		{
			host: 'redis.example',
			port: 6379,
			db: 0,
			username: 'market',
			password: 'secret',
			tls: { servername: 'redis.example' },
		},
		'redis.example:6379',
	],
	[
		'redis+sentinel://:a%40b@10.0.0.1,10.0.0.2:26380,[::1]:26381/market/1',
		{
			sentinels: [
				{ host: '10.0.0.1', port: 26379 },
				{ host: '10.0.0.2', port: 26380 },
				{ host: '::1', port: 26381 },
			],
			name: 'market',
			db: 1,
			password: 'a@b',
			sentinelPassword: 'a@b',
		},
		'market of 10.0.0.1,10.0.0.2:26380,[::1]:26381',
	],
])(
	'the Redis address %s is parsed, and displayed without the password',
	(url, options, displayAddress) => {
		expect(parseRedisAddress(url)).toEqual({ options, displayAddress });
	},
);

test.each([
	'redis://host:port',
	'redis://host/market',
	'redis://%zz@host',
	'redis+sentinel://host:26379',
	'redis+sentinel://host:port/market',
	'redis+sentinel://:secret@host:1,,host:2/market',
])(
	'the Redis address %s is refused with one line that names the variable and contains no password',
	(url) => {
		expect(() => parseRedisAddress(url)).toThrow(/^REDIS_URL: not an address as redis:[^\n]+$/);
		expect(() => parseRedisAddress(url)).not.toThrow(/secret/);
	},
);
