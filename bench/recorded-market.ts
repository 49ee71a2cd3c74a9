import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import type { Connection } from '#server/db/client.ts';
import { openMarket } from '#server/market.ts';
import { fillMarket } from './market-load.ts';

export interface Statement {
	/** Of one that is prepared. */
	name?: string | undefined;
	text: string;
	values: unknown[];
}

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	items: number;
	say: (line: string) => void;
}

/** A market in this process whose statements can be run once more without it. */
export interface RecordedMarket {
	address: string;
	/** What the market asks its database while `ask` is answered; only one at a time. */
	during: (ask: () => Promise<unknown>) => Promise<Statement[]>;
	/** Connections to its database that nobody else uses. */
	openAlone: (count: number) => Promise<pg.Client[]>;
	close: () => Promise<void>;
}

/** Opens a market of so many items, kept where its data folder says. */
export async function openRecordedMarket(options: Options): Promise<RecordedMarket> {
	const { environment, say } = options;
	// Before it opens: the role that it works as may not make indexes anew.
	await fillMarket(options);
	const opened: Connection[] = [];
	const market = await openMarket({
		config: readConfig({ PORT: '0', RATE_LIMIT: 'off', SEED_DEMO: '0', ...environment }),
		log: pino({ level: 'error' }, pino.destination(2)),
		onProgress: say,
		async beforeServing({ serving }) {
			opened.push(serving);
		},
	});
	const [serving] = opened;
	if (!serving) throw new Error('The market did not open.');
	const alone: pg.Client[] = [];
	return {
		address: market.address,
		during: recordStatements(serving),
		async openAlone(count) {
			const { connectionString } = serving.pool.options;
			const clients = Array.from({ length: count }, () => new pg.Client({ connectionString }));
			alone.push(...clients);
			await Promise.all(clients.map((client) => client.connect()));
			return clients;
		},
		async close() {
			await Promise.all(alone.map((client) => client.end()));
			await market.close();
		},
	};
}

/** Runs them one after the other, as the market does. */
export async function runAll(alone: pg.Client, statements: readonly Statement[]): Promise<void> {
	for (const statement of statements) await alone.query(statement);
}

function recordStatements({ pool }: Connection): RecordedMarket['during'] {
	let recorded: Statement[] | undefined;
	const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
	const recording = (...given: unknown[]) => {
		const [statement, values] = given as [string | Statement, unknown[] | undefined];
		const { name, text } =
			typeof statement === 'string' ? { text: statement, name: undefined } : statement;
		recorded?.push({ name, text, values: values ?? [] });
		return query(...given);
	};
	Object.assign(pool, { query: recording });
	return async (ask) => {
		const statements: Statement[] = [];
		recorded = statements;
		await ask();
		recorded = undefined;
		return statements;
	};
}
