import type { FastifyBaseLogger } from 'fastify';
import { isLoopback } from '#server/lib/ip-network.ts';
import type { Config } from './config.ts';

/** A connection to another machine without encryption or without a password. */
export interface UnprotectedConnection {
	variable: string;
	lacks: 'encryption' | 'password';
}

type ConnectionUrls = Pick<Config, 'databaseUrl' | 'redisUrl'>;

/**
 * Logs a warning for each unprotected connection. None is refused, because a private network may need neither
 * encryption nor password.
 */
export function warnAboutUnprotectedConnections(
	urls: ConnectionUrls,
	log: FastifyBaseLogger,
): void {
	for (const connection of findUnprotectedConnections(urls)) {
		log.warn(connection, 'a connection to another machine is not protected');
	}
}

/** A database URL with any `sslmode`, even `disable`, is a deliberate choice and not listed. */
export function findUnprotectedConnections({
	databaseUrl,
	redisUrl,
}: ConnectionUrls): UnprotectedConnection[] {
	const connections: UnprotectedConnection[] = [];
	if (databaseUrl !== undefined && isPlainDatabase(databaseUrl)) {
		connections.push({ variable: 'DATABASE_URL', lacks: 'encryption' });
	}
	if (redisUrl !== undefined) connections.push(...findUnprotectedRedis(redisUrl));
	return connections;
}

function isPlainDatabase(url: string): boolean {
	const [, authority = '', query = ''] = /^\w+:\/\/([^/?]*)[^?]*\??(.*)$/.exec(url) ?? [];
	const params = new URLSearchParams(query);
	if (params.has('sslmode') || params.has('ssl')) return false;
	const host = params.get('host') ?? decodeURIComponent(hostOf(authority));
	// An empty host or a path means a Unix socket.
	return host !== '' && !host.startsWith('/') && !isLoopback(host);
}

function findUnprotectedRedis(url: string): UnprotectedConnection[] {
	const { protocol, hostname, password } = new URL(url);
	if (isLoopback(hostname)) return [];
	const variable = 'REDIS_URL';
	return [
		...(protocol === 'rediss:' ? [] : [{ variable, lacks: 'encryption' } as const]),
		...(password ? [] : [{ variable, lacks: 'password' } as const]),
	];
}

/** Host of `user:password@host:port`; an IPv6 address keeps its brackets. */
function hostOf(authority: string): string {
	return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
}
