import type { RedisOptions } from 'ioredis';

/** The parsed value of `REDIS_URL`. */
export interface RedisAddress {
	options: RedisOptions;
	/** For messages: without the password. */
	displayAddress: string;
}

const SENTINELS = /^redis\+sentinel:\/\/(?:([^:@/]*):([^@/]*)@)?([^@/]+)\/([^/?]+)(?:\/(\d+))?$/;
const REDIS_PORT = 6379;
const SENTINEL_PORT = 26_379;

/**
 * Parses `redis://user:password@host:port/database`, the same with `rediss:` for TLS, or
 * `redis+sentinel://user:password@host:port,host:port/name/database`; the sentinels get the same password.
 * @throws Error with a one-line message that names REDIS_URL
 */
export function parseRedisAddress(url: string): RedisAddress {
	const parse = url.startsWith('redis+sentinel:') ? parseSentinels : parseServer;
	try {
		const address = parse(url);
		if (address) return address;
	} catch {
		// Malformed percent-encoding.
	}
	throw new Error(
		'REDIS_URL: not an address as redis://:password@host:6379 or redis+sentinel://:password@host:26379,host:26379/name',
	);
}

function parseServer(url: string): RedisAddress | undefined {
	if (!URL.canParse(url)) return undefined;
	const { protocol, hostname, port, username, password, pathname } = new URL(url);
	const database = /^\/?(\d*)$/.exec(pathname)?.[1];
	if (!hostname || database === undefined) return undefined;
	// Node expects an IPv6 host without the brackets of a URL.
	const host = hostname.replace(/^\[|\]$/g, '');
	const options = {
		host,
		port: Number(port || REDIS_PORT),
		db: Number(database),
		...credentials(username, password),
		...(protocol === 'rediss:' && { tls: { servername: host } }),
	};
	return { options, displayAddress: `${hostname}:${options.port}` };
}

function parseSentinels(url: string): RedisAddress | undefined {
	const [, username = '', password = '', hosts, name, database] = SENTINELS.exec(url) ?? [];
	if (!hosts || !name) return undefined;
	const sentinels = hosts.split(',').map(parseSentinel);
	if (!sentinels.every((sentinel) => sentinel !== undefined)) return undefined;
	const { password: sentinelPassword } = credentials('', password);
	const options = {
		sentinels,
		name: decodeURIComponent(name),
		db: Number(database ?? 0),
		...credentials(username, password),
		...(sentinelPassword !== undefined && { sentinelPassword }),
	};
	return { options, displayAddress: `${name} of ${hosts}` };
}

function parseSentinel(text: string): { host: string; port: number } | undefined {
	const [, host, port] = /^(\[[\da-f:]+\]|[^:]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
	return host
		? { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? SENTINEL_PORT) }
		: undefined;
}

function credentials(username: string, password: string): { username?: string; password?: string } {
	return {
		...(username && { username: decodeURIComponent(username) }),
		...(password && { password: decodeURIComponent(password) }),
	};
}
