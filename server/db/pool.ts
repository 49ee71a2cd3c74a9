import pg from 'pg';
import { DatabaseUnavailable } from './errors.ts';
import type { HealthMonitor } from './health.ts';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

export interface PoolOptions extends pg.PoolConfig {
	/** Without a monitor, callers wait as long as the database takes. */
	health?: HealthMonitor;
}

/** A pool that fails cleanly when the database does: callers don't hang, and broken connections are not used again. */
export class Pool extends pg.Pool {
	readonly #health: HealthMonitor | undefined;
	readonly #acquired = new Set<pg.PoolClient>();

	constructor({ health, ...config }: PoolOptions) {
		super(config);
		this.#health = health;
		// The statement that runs, or the next one, fails too; without a listener the event would end the process.
		this.on('connect', (client) => client.on('error', () => undefined));
		this.on('acquire', (client) => this.#acquired.add(client));
		this.on('release', (_error, client) => this.#acquired.delete(client));
		health?.onChange((isUp) => isUp || this.#closeConnections());
	}

	/** @throws DatabaseUnavailable at once while the database is down, and when it can't be reached */
	override connect(): Promise<pg.PoolClient>;
	override connect(callback: ConnectCallback): void;
	override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
		const unavailable = this.#unavailableError();
		if (!callback) {
			if (unavailable) return Promise.reject(unavailable);
			return super.connect().catch((error) => Promise.reject(new DatabaseUnavailable(error)));
		}
		if (unavailable) queueMicrotask(() => callback(unavailable, undefined, () => undefined));
		else {
			super.connect((error, client, done) => {
				// Statements of one turn of the event loop are sent together, at its end. Under load, this takes 10 to 33 % less
				// processor time per answer than sending each at once (bench/RESULTS.md, "uncached reads: rate").
				if (client) setImmediate(() => callback(undefined, client, done));
				else callback(error && new DatabaseUnavailable(error), client, done);
			});
		}
		return undefined;
	}

	#unavailableError(): DatabaseUnavailable | undefined {
		if (this.#health?.isUp() !== false || this.ending) return undefined;
		return new DatabaseUnavailable(this.#health.downReason());
	}

	/**
	 * Fails all running statements and closes all connections: behind the same address, another server may answer next, and
	 * a connection to the former one would hang.
	 */
	#closeConnections(): void {
		// While a statement runs, `end` destroys the socket. Otherwise the next statement fails.
		for (const client of this.#acquired) client.end().catch(() => undefined);
		// An error takes a connection out of the pool. Idle ones are handed out first, before any is opened.
		for (let count = this.idleCount; count > 0; count--) {
			super.connect((_error, client) => client?.release(true));
		}
	}
}
