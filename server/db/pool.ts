import { setImmediate as atImmediates } from 'node:timers/promises';
import pg from 'pg';
import { breakConnection } from './break-connection.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { HealthMonitor } from './health.ts';
import { enforceHoldLimit } from './hold-limit.ts';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

export interface PoolOptions extends pg.PoolConfig {
	/** Without a monitor, callers wait as long as the database takes. */
	health?: HealthMonitor;
	/** How long a statement or transaction may hold a connection, in milliseconds; unlimited by default. */
	maxHoldMs?: number;
}

/**
 * A pool that fails cleanly when the database does: callers don't hang, connections don't leak, the process does not
 * end.
 */
export class Pool extends pg.Pool {
	readonly #health: HealthMonitor | undefined;
	readonly #clients = new Set<pg.PoolClient>();

	constructor({ health, maxHoldMs, ...config }: PoolOptions) {
		super(config);
		this.#health = health;
		if (maxHoldMs !== undefined) enforceHoldLimit(this, maxHoldMs);
		this.on('connect', (client) => this.#clients.add(client));
		this.on('remove', (client) => this.#clients.delete(client));
		health?.onChange((isUp) => isUp || this.#breakConnections());
	}

	/** @throws DatabaseUnavailable at once while the database is down, and when it can't be reached */
	override connect(): Promise<pg.PoolClient>;
	override connect(callback: ConnectCallback): void;
	override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
		const unavailable = this.#unavailableError();
		if (!callback) {
			return unavailable ? Promise.reject(unavailable) : this.#connectWithListener();
		}
		if (unavailable) queueMicrotask(() => callback(unavailable, undefined, () => undefined));
		else {
			super.connect((error, client, done) => {
				if (client) batchPerTurn(client, () => callback(undefined, client, done));
				else callback(error && new DatabaseUnavailable(error), client, done);
			});
		}
		return undefined;
	}

	/**
	 * Adds the error listener in a callback, which runs at once: until code after a promise runs, the connection could
	 * break without a listener.
	 */
	#connectWithListener(): Promise<pg.PoolClient> {
		const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
		super.connect((error, client) => {
			if (client) resolve(releaseOnError(client));
			else reject(new DatabaseUnavailable(error));
		});
		return promise;
	}

	#unavailableError(): DatabaseUnavailable | undefined {
		if (this.#health?.isUp() !== false || this.ending) return undefined;
		return new DatabaseUnavailable(this.#health.downReason());
	}

	/** Fails all running statements. */
	#breakConnections(): void {
		for (const client of this.#clients) breakConnection(client);
	}
}

/**
 * Delays statements to the end of the event loop turn, so that those of one turn are sent together. Under load, this
 * takes 10 to 33 % less processor time per answer than sending each at once (docs/performance/findings.md, "Database
 * connections stay open"; bench/RESULTS.md, "uncached reads: rate").
 */
function batchPerTurn(client: pg.PoolClient, run: () => void): void {
	// If the connection breaks meanwhile, the statement fails; without a listener the events would end the process.
	const ignoreError = () => undefined;
	client.on('error', ignoreError);
	setImmediate(() => {
		client.off('error', ignoreError);
		run();
	});
}

/** Resolves once the statements issued in this turn are sent, provided the pool has free connections. */
export async function waitUntilSent(): Promise<void> {
	// The pool hands out a connection in the next tick; only then is the statement queued for the end of the turn.
	await new Promise<void>((resolve) => process.nextTick(resolve));
	await atImmediates();
}

/**
 * Releases a connection that breaks. Between two statements of a transaction no listener exists, and the event would
 * end the process; and Drizzle does not release the connection of a transaction that could not begin.
 *
 * Drizzle releases the connection of every other transaction itself. pg throws when a connection is released twice, which
 * would hide the first error, and the pool has no option for that. So this replaces `release`, as the pool itself does at
 * each checkout. In pool.slow.test.ts, "a connection that breaks between two statements …" and "transactions that could
 * not begin …" fail without it.
 */
function releaseOnError(client: pg.PoolClient): pg.PoolClient {
	const releaseToPool = client.release.bind(client);
	let isReleased = false;
	const release = (error?: Error | boolean) => {
		if (isReleased) return;
		isReleased = true;
		client.off('error', release);
		releaseToPool(error);
	};
	client.once('error', release);
	return Object.assign(client, { release });
}
