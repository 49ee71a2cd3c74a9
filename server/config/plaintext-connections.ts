import type { FastifyBaseLogger } from 'fastify';
import { isLoopback } from '#server/lib/loopback.ts';
import type { Config } from './config.ts';

/** A way to another machine on which whoever is in between can read along, or where anybody is let in. */
export interface BareConnection {
	variable: string;
	lacks: 'encryption' | 'password';
}

type Addresses = Pick<
	Config,
	'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'redisUrl' | 'tracesUrl'
>;

/** Reminds whoever runs the market: a network of one's own may need neither, so nothing is refused. */
export function tellOfBareConnections(addresses: Addresses, log: FastifyBaseLogger): void {
	for (const bare of bareConnections(addresses)) {
		log.warn(bare, 'a connection to another machine lacks what protects it');
	}
}

/** A database address that says an `sslmode`, be it `disable`, has been thought about. */
export function bareConnections(addresses: Addresses): BareConnection[] {
	const databases = Object.entries({
		DATABASE_URL: addresses.databaseUrl,
		DATABASE_DIRECT_URL: addresses.databaseDirectUrl,
		DATABASE_REPLICA_URL: addresses.databaseReplicaUrl,
	});
	const plain = databases.filter(([, url]) => url !== undefined && isPlainDatabase(url));
	const bare: BareConnection[] = plain.map(([variable]) => ({ variable, lacks: 'encryption' }));
	if (addresses.redisUrl !== undefined) bare.push(...bareRedis(addresses.redisUrl));
	const traces = addresses.tracesUrl === undefined ? undefined : new URL(addresses.tracesUrl);
	if (traces?.protocol === 'http:' && !isLoopback(traces.hostname)) {
		bare.push({ variable: 'OTEL_EXPORTER_OTLP_ENDPOINT', lacks: 'encryption' });
	}
	return bare;
}

function isPlainDatabase(url: string): boolean {
	const [, authority = '', query = ''] = /^\w+:\/\/([^/?]*)[^?]*\??(.*)$/.exec(url) ?? [];
	const said = new URLSearchParams(query);
	if (said.has('sslmode') || said.has('ssl')) return false;
	const host = said.get('host') ?? decodeURIComponent(hostOf(authority));
	// Without one, or with the path of one: a unix socket.
	return host !== '' && !host.startsWith('/') && !isLoopback(host);
}

function bareRedis(url: string): BareConnection[] {
	const [, protocol, authority = ''] = /^([\w+]+):\/\/([^/?]*)/.exec(url) ?? [];
	const hosts = authority.slice(authority.lastIndexOf('@') + 1).split(',');
	if (hosts.every((host) => isLoopback(hostOf(host)))) return [];
	const variable = 'REDIS_URL';
	const isEncrypted = protocol === 'rediss';
	const hasPassword = /:[^@]+@/.test(authority);
	return [
		...(isEncrypted ? [] : [{ variable, lacks: 'encryption' } as const]),
		...(hasPassword ? [] : [{ variable, lacks: 'password' } as const]),
	];
}

/** Of `user:password@host:port`, with the brackets that an IPv6 address has there. */
function hostOf(authority: string): string {
	return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
}
