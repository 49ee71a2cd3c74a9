import { access, mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { isLoopback } from '#server/lib/ip-network.ts';
import { type Config, ConfigurationError } from './config.ts';

/** Gives up on a host name whose DNS lookup does not finish. */
const LISTEN_TIMEOUT_MS = 3000;

/**
 * Checks before startup that the configuration can be used on this machine. Addresses are checked by listening on them
 * briefly.
 * @throws ConfigurationError naming each invalid variable
 */
export async function requireUsableConfig(
	config: Pick<Config, 'dataDir' | 'host' | 'port' | 'metricsPort'> & {
		/** Undefined if the pages are not built yet. */
		webFolder: string | undefined;
	},
): Promise<void> {
	const results = await Promise.all([
		checkDataFolder(config.dataDir),
		config.webFolder ? checkWebFolder(config.webFolder) : undefined,
		checkAddress(config.host, config.port),
		config.metricsPort ? checkAddress('127.0.0.1', config.metricsPort, 'METRICS_PORT') : undefined,
	]);
	const problems = results.filter((problem) => problem !== undefined);
	if (problems.length > 0) throw new ConfigurationError(problems);
}

async function checkDataFolder(folder: string): Promise<string | undefined> {
	try {
		await makeFolder(folder);
		await rmdir(await mkdtemp(join(folder, '.write-test-')));
		return undefined;
	} catch (error) {
		return `DATA_DIR: ${folder} is not a writable folder (${codeOf(error)})`;
	}
}

/** Level by level, because Node's recursive mkdir never returns below /proc. */
async function makeFolder(folder: string): Promise<void> {
	const isThere = await access(folder).then(
		() => true,
		() => false,
	);
	if (isThere) return;
	if (dirname(folder) !== folder) await makeFolder(dirname(folder));
	await mkdir(folder).catch((error: unknown) => {
		// Another process may have made it meanwhile.
		if (codeOf(error) !== 'EEXIST') throw error;
	});
}

async function checkWebFolder(folder: string): Promise<string | undefined> {
	const page = join(folder, 'index.html');
	return access(page).then(
		() => undefined,
		() => `WEB_FOLDER: ${page} does not exist`,
	);
}

async function checkAddress(
	host: string,
	port: number,
	portVariable = 'PORT',
): Promise<string | undefined> {
	const code = await tryListen(host, port);
	switch (code) {
		case undefined:
			return undefined;
		case 'EADDRINUSE':
			return `${portVariable}: ${port} is in use on ${host}, perhaps by another instance of this server`;
		case 'EACCES':
			return `${portVariable}: this account is not allowed to listen on ${port}`;
		default:
			return `HOST: ${host} is not an address of this computer (${code})`;
	}
}

/** @returns the error code; undefined if listening works */
function tryListen(host: string, port: number): Promise<string | undefined> {
	const { promise, resolve } = Promise.withResolvers<string | undefined>();
	const server = createServer();
	const timer = setTimeout(() => resolve('ETIMEDOUT'), LISTEN_TIMEOUT_MS);
	server.on('error', (error) => resolve(codeOf(error)));
	server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
	return promise.finally(() => clearTimeout(timer));
}

function codeOf(error: unknown): string {
	return (error as NodeJS.ErrnoException).code ?? String(error);
}

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
