import pg from 'pg';
import {
	DrizzleQueryError,
	drizzle,
	fillPlaceholders,
	type NodePgDatabase,
	PgDialect,
	type PgTransactionConfig,
	type SQL,
} from './drizzle.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from './errors.ts';
import type { HealthMonitor } from './health.ts';

type Queries = Pick<
	NodePgDatabase,
	'select' | 'insert' | 'update' | 'delete' | 'execute' | '$count'
>;

/** The pool or an open transaction. Every query takes one as its argument, so that no query escapes its transaction. */
export interface Db extends Queries {
	/** Commits when `work` resolves. Within a transaction it is a savepoint. */
	transaction: <T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig) => Promise<T>;
	/** Runs a statement that each connection plans only once, under its name; see `prepareStatement`. */
	executePrepared: <Row>(statement: PreparedStatement) => Promise<Row[]>;
}

interface PreparedStatement {
	/** Unique to the text. */
	name: string;
	text: string;
	values: unknown[];
}

/** A connection pool, with the query builder that uses it. */
export interface DatabasePool {
	db: Db;
	pool: pg.Pool;
	close: () => Promise<void>;
}

/** How long a request waits for a connection. */
const CONNECTION_TIMEOUT_MS = 600;
/** After this time the database stops a statement of a request. */
export const STATEMENT_TIMEOUT_MS = 1200;
/** After this time the database ends a request's transaction that sends nothing, and so frees its locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 5000;
/** Connections kept open while idle, so that some exist when other clients use up the database's connection limit. */
const MIN_CONNECTIONS = 4;
/**
 * Idle connections stay open between peaks. To reopen all of them and plan their statements again
 * takes one core a quarter of a second, just when many requests arrive.
 */
export const IDLE_TIMEOUT_MS = 5 * 60_000;
/** The system then notices within half a minute when an idle connection was cut without a message. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Opens a pool for work without a deadline; it connects on the first query.
 * @param onIdleError called when an idle connection breaks, which would otherwise end the process
 * @param role the role that the connections take, so that they have only its rights; defaults to the account in the URL
 * @param queryTimeoutMs when a statement fails because the database does not answer; never by default
 */
export function openPool(
	url: string,
	onIdleError: (error: Error) => void,
	role?: string,
	queryTimeoutMs?: number,
): DatabasePool {
	const config = {
		...roleConfig(url, role),
		...KEEP_ALIVE,
		max: 20,
		connectionTimeoutMillis: 5000,
		...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
	};
	return createPool(config, onIdleError);
}

interface RequestPoolOptions {
	health: HealthMonitor;
	/** Called when an idle connection breaks while the database is up. */
	onIdleError: (error: Error) => void;
	/** Role of the connections; defaults to the account in the URL. */
	role?: string | undefined;
	/** Maximum number of connections. */
	maxConnections?: number;
}

/**
 * Opens the pool for requests. Statements run only as long as a client should wait. While the
 * database is down, everything is refused at once.
 */
export function openRequestPool(
	url: string,
	{ health, onIdleError, role, maxConnections = 20 }: RequestPoolOptions,
): DatabasePool {
	const config = {
		...roleConfig(url, role),
		...KEEP_ALIVE,
		// The database enforces the limits. A timer of the driver for each statement (`query_timeout`) would double the p99 of
		// reading (docs/performance/findings.md, "No timer for each statement").
		statement_timeout: STATEMENT_TIMEOUT_MS,
		idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
		connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
		max: maxConnections,
		min: MIN_CONNECTIONS,
		idleTimeoutMillis: IDLE_TIMEOUT_MS,
		health,
	};
	// The health monitor has reported that the database is down, so broken connections are not reported.
	return createPool(config, (error) => health.isUp() && onIdleError(error));
}

function createPool(config: PoolOptions, onIdleError: (error: Error) => void): DatabasePool {
	const pool = new Pool(config);
	// Not reported while the pool closes: the database may be stopping too.
	pool.on('error', (error) => pool.ending || onIdleError(error));
	const db = {
		...toQueries(drizzle({ client: pool })),
		transaction: <T>(work: (tx: Db) => Promise<T>, transactionConfig?: PgTransactionConfig) =>
			runTransaction(pool, work, transactionConfig),
		executePrepared: <Row>(statement: PreparedStatement) => executePrepared<Row>(pool, statement),
	};
	return { db, pool, close: () => pool.end() };
}

/**
 * Runs a transaction on a connection of its own. Drizzle's transaction on a pool would keep the connection for ever when
 * `begin` fails.
 */
async function runTransaction<T>(
	pool: pg.Pool,
	work: (tx: Db) => Promise<T>,
	config?: PgTransactionConfig,
): Promise<T> {
	const client = await pool.connect();
	let isBroken = false;
	try {
		return await toTransaction(drizzle({ client }), client)(work, config);
	} catch (error) {
		isBroken = isDatabaseUnavailable(error);
		throw error;
	} finally {
		// `true` takes the connection out of the pool.
		client.release(isBroken);
	}
}

function toTransaction(queries: Pick<NodePgDatabase, 'transaction'>, client: pg.PoolClient) {
	return <T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig): Promise<T> =>
		queries.transaction(
			(tx) =>
				work({
					...toQueries(tx),
					transaction: toTransaction(tx, client),
					executePrepared: (statement) => executePrepared(client, statement),
				}),
			config,
		);
}

function toQueries(db: Queries): Queries {
	return {
		select: db.select.bind(db),
		insert: db.insert.bind(db),
		update: db.update.bind(db),
		delete: db.delete.bind(db),
		execute: db.execute.bind(db),
		$count: db.$count.bind(db),
	};
}

/** Timestamps as texts, which have microseconds, as in all raw statements. */
const RAW_TYPES: pg.CustomTypesConfig = {
	getTypeParser: (id, format) =>
		id === pg.types.builtins.TIMESTAMPTZ
			? (text: string) => text
			: pg.types.getTypeParser(id, format),
};

async function executePrepared<Row>(
	connection: pg.Pool | pg.PoolClient,
	statement: PreparedStatement,
): Promise<Row[]> {
	try {
		return (await connection.query({ ...statement, types: RAW_TYPES })).rows;
	} catch (error) {
		// The same error as from Drizzle's statements (server/db/errors.ts).
		throw new DrizzleQueryError(statement.text, statement.values, error as Error);
	}
}

/**
 * Whether connections to this URL can take the role. They cannot if the URL has `options` of its own.
 */
export async function canConnectAs(url: string, role: string): Promise<boolean> {
	try {
		return await withClient(roleConfig(url, role), async (client) => {
			const { rows } = await client.query<{ role: string }>('select current_user as role');
			return rows[0]?.role === role;
		});
	} catch {
		return false;
	}
}

/** The role is sent in the startup packet, which saves a statement for each connection. */
function roleConfig(url: string, role: string | undefined): pg.ClientConfig {
	return { connectionString: url, ...(role !== undefined && { options: `-c role=${role}` }) };
}

/** The row that the insert of a single row has returned. */
export function insertedRow<Row>([row]: readonly Row[]): Row {
	if (!row) throw new Error('The insert returned no row.');
	return row;
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

interface PoolOptions extends pg.PoolConfig {
	/** Without a monitor, callers wait as long as the database takes. */
	health?: HealthMonitor;
}

/** A pool that fails cleanly when the database does: callers don't hang, and broken connections are not used again. */
class Pool extends pg.Pool {
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

/** Runs `work` on a connection of its own, and closes the connection. */
export async function withClient<Result>(
	config: pg.ClientConfig,
	work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
	const client = new pg.Client(config);
	// Callers get the error of their statement too; without a listener the event would end the process.
	client.on('error', () => undefined);
	try {
		await client.connect();
		const result = await work(client);
		await client.end();
		return result;
	} catch (error) {
		// Not awaited: a server that hangs does not confirm the end.
		void client.end().catch(() => undefined);
		throw error;
	}
}

/** Runs a statement with values for its named placeholders. */
type RunStatement<Row> = (db: Db, values?: Record<string, unknown>) => Promise<Row[]>;

const dialect = new PgDialect();

/**
 * Builds a frequent query once per pool; each connection parses it once. In a transaction it is built each time.
 * @param build ends with `.prepare` and a unique name; uses `sql.placeholder` for values that vary
 */
export function buildOncePerPool<Query>(build: (db: Db) => Query): (db: Db) => Query {
	const queries = new WeakMap<Db, Query>();
	return (db) => {
		const existing = queries.get(db);
		if (existing) return existing;
		const query = build(db);
		queries.set(db, query);
		return query;
	};
}

/**
 * Prepares a raw SQL statement, built once per process; Drizzle prepares those of its query builder only. Every connection
 * keeps every prepared name in memory, so use few names and never user input. To plan such a statement at each call would
 * cost more than to run it (bench/RESULTS.md, "uncached reads: rate").
 * @param name unique
 * @param statement with `sql.placeholder` for values that vary
 */
export function prepareStatement<Row>(name: string, statement: SQL): RunStatement<Row> {
	const { sql: text, params } = dialect.sqlToQuery(statement);
	return (db, values = {}) =>
		db.executePrepared<Row>({ name, text, values: fillPlaceholders(params, values) });
}
