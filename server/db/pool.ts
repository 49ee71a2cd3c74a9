import { setImmediate as atImmediates } from 'node:timers/promises';
import pg from 'pg';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { Refusal } from '#server/lib/app-error.ts';
import { DatabaseAway } from './errors.ts';
import type { Pulse } from './health.ts';
import { breakOverdue } from './hold-limit.ts';

type Take = Parameters<pg.Pool['connect']>[0];

export interface PoolOptions extends pg.PoolConfig {
	/** Without one, whoever asks waits for as long as the database takes. */
	pulse?: Pulse;
	/** How long one may keep a connection, for a statement or a transaction; any time unless said. */
	heldMs?: number;
	/** Whether each transaction may be given any connection of a pooler's, where a statement that was prepared may not be. */
	isPooled?: boolean;
}

/** Connections that fail as their database does, and no worse: nobody hangs on one, none is lost, none ends the process. */
export class Pool extends pg.Pool {
	readonly #pulse: Pulse | undefined;
	readonly #clients = new Set<pg.PoolClient>();

	constructor({ pulse, heldMs, isPooled, ...config }: PoolOptions) {
		super(config);
		this.#pulse = pulse;
		if (heldMs !== undefined) breakOverdue(this, heldMs);
		this.on('connect', (client) => this.#clients.add(client));
		if (isPooled) this.on('connect', prepareNothing);
		this.on('remove', (client) => this.#clients.delete(client));
		pulse?.watch((isBeating) => isBeating || this.#cut());
	}

	/** @throws Refusal unavailable at once while the database does not answer; DatabaseAway where it can't be reached */
	override connect(): Promise<pg.PoolClient>;
	override connect(take: Take): void;
	override connect(take?: Take): Promise<pg.PoolClient> | undefined {
		const refusal = this.#refusal();
		if (!take) {
			if (refusal) return Promise.reject(refusal);
			return super
				.connect()
				.then(held, (error: unknown) => Promise.reject(new DatabaseAway(error)));
		}
		if (refusal) queueMicrotask(() => take(refusal, undefined, () => undefined));
		else {
			super.connect((error, client, done) => {
				if (client) atEndOfTurn(client, () => take(undefined, client, done));
				else take(error && new DatabaseAway(error), client, done);
			});
		}
		return undefined;
	}

	#refusal(): Refusal | undefined {
		if (this.#pulse?.isBeating() !== false || this.ending) return undefined;
		return new Refusal('unavailable', COMMON_MESSAGES.unavailable);
	}

	/** Whoever waits for an answer learns that there is none. */
	#cut(): void {
		for (const { connection } of this.#clients) connection.stream.destroy();
	}
}

/**
 * Statements that are asked for in one turn of the event loop are sent together, at its end, once all that has arrived is
 * worked on: under load an answer takes a tenth to a third less of the processor so than where each is sent as it comes
 * (docs/performance/findings.md, "Database connections stay open").
 */
function atEndOfTurn(client: pg.PoolClient, ask: () => void): void {
	// A connection that breaks meanwhile tells whoever asks it; without anybody who listens it would end the process.
	const leaveItToAsking = () => undefined;
	client.once('error', leaveItToAsking);
	setImmediate(() => {
		client.off('error', leaveItToAsking);
		ask();
	});
}

/** Resolves once what has been asked for in this turn is sent, where connections are free for it. */
export async function hasBeenSent(): Promise<void> {
	// The pool gives a connection in its next tick, and only then stands in line for the turn's end.
	await new Promise<void>((resolve) => process.nextTick(resolve));
	await atImmediates();
}

/**
 * Nobody listens to a connection between two statements of a transaction: one that broke there would end the process. And
 * Drizzle forgets the one that a transaction could not begin on.
 */
function held(client: pg.PoolClient): pg.PoolClient {
	const give = client.release.bind(client);
	let isGiven = false;
	const release = (fault?: Error | boolean) => {
		if (isGiven) return;
		isGiven = true;
		client.off('error', release);
		give(fault);
	};
	client.once('error', release);
	return Object.assign(client, { release });
}

/** A statement's name has it prepared under that name, once for each connection. */
function prepareNothing(client: pg.PoolClient): void {
	const ask = client.query.bind(client) as (statement: unknown, ...more: unknown[]) => unknown;
	const query = (statement: unknown, ...more: unknown[]) =>
		ask(isNamed(statement) ? { ...statement, name: undefined } : statement, ...more);
	Object.assign(client, { query });
}

/** Plain descriptions of a statement only: what sends itself, such as a copy, is no such thing. */
function isNamed(statement: unknown): statement is pg.QueryConfig {
	return typeof statement === 'object' && statement !== null && 'name' in statement;
}
