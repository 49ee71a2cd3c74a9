import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { ROOT } from '#ops/program.ts';
import { openDatabase } from '#ops/seed/open-database.ts';
import { startProgram, startServer } from './chat-server.ts';
import { keepToCore } from './keep-to-core.ts';
import { fillMarket } from './market-load.ts';
import { besidesOf, type Measured, measureBesides } from './vendure-besides.ts';
import { installVendure } from './vendure-install.ts';
import { ENVIRONMENT } from './vendure-open.ts';

const run = promisify(execFile);

/** Whoever answers, and the database, have one core; whoever asks the other. */
const SERVER_CORE = 0;
const OTHER_CORE = 1;
/** Of Vendure, beside the market's in the same PostgreSQL. */
const DATABASE = 'vendure_beside';

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	/** Where Vendure is installed, unless it is there already. */
	folder: string;
	items: number;
	rounds: number;
	/** For which each case is asked in each round. */
	seconds: number;
	say: (line: string) => void;
}

/**
 * Asks Vendure and the market in turns for the same list of products, from the same PostgreSQL.
 * @throws Error where Vendure is not to be had, or the two do not answer the same
 */
export async function measureVendure(options: Options): Promise<Measured[]> {
	const { environment, folder, say } = options;
	await installVendure(folder, say);
	await fillMarket(options);
	// The database is started from here, and stays on the core that it has from the start.
	await keepToCore(SERVER_CORE);
	const database = await openDatabase({ dataDir: environment.DATA_DIR, databaseUrl: '' }, say);
	await keepToCore(OTHER_CORE);
	try {
		await remake(database.url);
		try {
			return await measureBoth(database.url, options);
		} finally {
			await query(database.url, `drop database ${DATABASE} with (force)`);
		}
	} finally {
		await database.letGo();
	}
}

async function measureBoth(marketUrl: string, options: Options): Promise<Measured[]> {
	const { environment, folder, say } = options;
	// Sockets stand behind the name with their slashes encoded.
	const url = marketUrl.replace(/\/[^/?]*(?=\?|$)/, `/${DATABASE}`);
	say('Giving Vendure the same products');
	const words = ['bench/vendure-stock.ts', folder, url, marketUrl];
	await run(process.execPath, words, { cwd: ROOT, env: ENVIRONMENT });
	const shop = ['bench/vendure-shop.ts', folder, url];
	const vendure = await startProgram(shop, ENVIRONMENT, SERVER_CORE);
	try {
		const given = { RATE_LIMIT: 'off', ...environment, DATABASE_URL: marketUrl };
		const market = await startServer(given, SERVER_CORE);
		try {
			return await measureBesides(await besidesOf(market.address, vendure.address), options);
		} finally {
			await market.stop();
		}
	} finally {
		await vendure.stop();
	}
}

async function remake(url: string): Promise<void> {
	await query(url, `drop database if exists ${DATABASE} with (force)`);
	await query(url, `create database ${DATABASE}`);
}

async function query(url: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await client.query(statement).finally(() => client.end());
}
