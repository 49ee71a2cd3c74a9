import { setImmediate as atImmediates } from 'node:timers/promises';
import pg from 'pg';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { AppError } from '#server/lib/app-error.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { HealthMonitor } from './health.ts';
import { enforceHoldLimit } from './hold-limit.ts';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

export interface PoolOptions extends pg.PoolConfig {
	/** Without one, whoever asks waits for as long as the database takes. */
	health?: HealthMonitor;
	/** How long one may keep a connection, for a statement or a transaction; any time unless said. */
	maxHoldMs?: number;
	/** Whether each transaction may be given any connection of a pooler's, where a statement that was prepared may not be. */
	isPooled?: boolean;
}

/** Connections that fail as their database does, and no worse: nobody hangs on one, none is lost, none ends the process. */
export class Pool extends pg.Pool {
	readonly #health: HealthMonitor | undefined;
	readonly #clients = new Set<pg.PoolClient>();

	constructor({ health, maxHoldMs, isPooled, ...config }: PoolOptions) {
		super(config);
		this.#health = health;
		if (maxHoldMs !== undefined) enforceHoldLimit(this, maxHoldMs);
		this.on('connect', (client) => this.#clients.add(client));
		if (isPooled) this.on('connect', stripStatementNames);
		this.on('remove', (client) => this.#clients.delete(client));
		health?.onChange((isUp) => isUp || this.#breakConnections());
	}

	/** @throws Refusal unavailable at once while the database does not answer; DatabaseAway where it can't be reached */
	override connect(): Promise<pg.PoolClient>;
	override connect(callback: ConnectCallback): void;
	override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
		const unavailable = this.#unavailableError();
		if (!callback) {
			if (unavailable) return Promise.reject(unavailable);
			return super
				.connect()
				.then(releaseOnError, (error: unknown) => Promise.reject(new DatabaseUnavailable(error)));
		}
		if (unavailable) queueMicrotask(() => callback(unavailable, undefined, () => undefined));
		else {
			super.connect((error, client, done) => {
				if (client) batchPerTick(client, () => callback(undefined, client, done));
				else callback(error && new DatabaseUnavailable(error), client, done);
			});
		}
		return undefined;
	}

	#unavailableError(): AppError | undefined {
		if (this.#health?.isUp() !== false || this.ending) return undefined;
		return new AppError('unavailable', COMMON_MESSAGES.unavailable);
	}

	/** Whoever waits for an answer learns that there is none. */
	#breakConnections(): void {
		for (const { connection } of this.#clients) connection.stream.destroy();
	}
}

/**
 * Statements that are asked for in one turn of the event loop are sent together, at its end, once all that has arrived is
 * worked on: under load an answer takes a tenth to a third less of the processor so than where each is sent as it comes
 * (docs/performance/findings.md, "Database connections stay open").
 */
function batchPerTick(client: pg.PoolClient, run: () => void): void {
	// A connection that breaks meanwhile tells whoever asks it; without anybody who listens it would end the process.
	const ignoreError = () => undefined;
	client.once('error', ignoreError);
	setImmediate(() => {
		client.off('error', ignoreError);
		run();
	});
}

/** Resolves once what has been asked for in this turn is sent, where connections are free for it. */
export async function waitUntilSent(): Promise<void> {
	// The pool gives a connection in its next tick, and only then stands in line for the turn's end.
	await new Promise<void>((resolve) => process.nextTick(resolve));
	await atImmediates();
}

/**
 * Nobody listens to a connection between two statements of a transaction: one that broke there would end the process. And
 * Drizzle forgets the one that a transaction could not begin on.
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

/** A statement's name has it prepared under that name, once for each connection. */
function stripStatementNames(client: pg.PoolClient): void {
	const run = client.query.bind(client) as (statement: unknown, ...args: unknown[]) => unknown;
	const query = (statement: unknown, ...args: unknown[]) =>
		run(isNamed(statement) ? { ...statement, name: undefined } : statement, ...args);
	Object.assign(client, { query });
}

/** Plain descriptions of a statement only: what sends itself, such as a copy, is no such thing. */
function isNamed(statement: unknown): statement is pg.QueryConfig {
	return typeof statement === 'object' && statement !== null && 'name' in statement;
}
