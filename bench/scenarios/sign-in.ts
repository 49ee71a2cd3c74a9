import { performance } from 'node:perf_hooks';
import { verify } from '@node-rs/argon2';
import { hashPassword } from '#server/lib/passwords.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { withCleanup } from '../lib/cleanup.ts';
import { fillDatabase } from '../lib/fill-database.ts';
import { sendOnSchedule } from '../lib/open-loop.ts';
import { checkTarget } from '../lib/result-row.ts';
import {
	dataDirOption,
	defineScenario,
	type Environment,
	itemsOption,
	type Log,
} from '../lib/scenario.ts';
import { openSignInClient, type SignInClient } from '../lib/sign-in-client.ts';
import { startProgram, startServer } from '../lib/start-program.ts';
import { median, percentile } from '../lib/statistics.ts';
import { signUp, type User } from '../lib/users.ts';

/** The duration of a sign-in compared with Argon2id alone, and its effect on other requests. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-sign-in'),
		items: itemsOption(10_000),
		turns: { default: 40, help: 'turns of each program, after five that warm up' },
		times: { default: 10, help: 'sign-ins in each turn' },
		rounds: { default: 5, help: 'rounds of listings while twenty users sign in' },
		seconds: { default: 6, help: 'how long listings are measured in each round' },
	},
	async run({ 'data-dir': dataDir, items, turns, times, rounds, seconds }, log) {
		const measurements = await measureSignIn({
			environment: { DATA_DIR: dataDir },
			items,
			turns,
			times,
			rounds,
			seconds,
			log,
		});
		return { tables: [tableOf(measurements)], results: resultsOf(measurements) };
	},
});

const SIGN_IN_PATH = '/api/auth/login';
const USERS = 20;
const LISTINGS_PER_SECOND = 50;
/** A price limit above all prices. Each higher limit gives a listing that was not requested before. */
const LOWEST_PRICE_LIMIT = 100_000;
const WARM_UP_TURNS = 5;

interface Options {
	/** The server's environment. Its database is filled up to `items`. */
	environment: Environment;
	items: number;
	turns: number;
	/** Sign-ins per turn. Few, because the speed of a shared machine changes within a second. */
	times: number;
	rounds: number;
	/** How long listings are measured each time. */
	seconds: number;
	log: Log;
}

export interface SignInMeasurements {
	/** Milliseconds of each verification or sign-in, turn by turn: the password hash alone, the baseline, the server. */
	argon2: number[][];
	baseline: number[][];
	server: number[][];
	/** Milliseconds of each listing, round by round. */
	atRest: number[][];
	whileSigningIn: number[][];
	/** Milliseconds of each sign-in while twenty users sign in, and their rate. */
	parallel: number[];
	parallelPerSecond: number;
	/** Sign-ins that were asked to retry later. */
	refused: number;
}

/**
 * Verifies a password, and signs in with it at the server and at the baseline (`bench/baseline/`), in turns. Then twenty users
 * sign in while others request listings.
 */
export async function measureSignIn(options: Options): Promise<SignInMeasurements> {
	const { environment, log } = options;
	await fillDatabase(options);
	return withCleanup(async (onEnd) => {
		const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
		const database = await openDatabase({ dataDir, databaseUrl }, log);
		onEnd(database.close);
		const serverEnvironment = { RATE_LIMIT: 'off', ...environment, DATABASE_URL: database.url };
		const { address, stop } = await startServer(serverEnvironment);
		onEnd(stop);
		const users = await Promise.all(Array.from({ length: USERS }, () => signUp(address)));
		const turns = await measureInTurns(address, database.url, users, options);
		log('Measured: one user');
		const parallel = await measureParallel(address, users, options);
		log('Measured: twenty users');
		return { ...turns, ...parallel };
	});
}

function measureInTurns(
	address: string,
	databaseUrl: string,
	[user]: readonly User[],
	{ turns, times }: Options,
): Promise<Pick<SignInMeasurements, 'argon2' | 'baseline' | 'server'>> {
	return withCleanup(async (onEnd) => {
		if (!user) throw new Error('There is no user to sign in.');
		const hash = await hashPassword(user.password);
		const program = await startProgram(['bench/baseline/sign-in.ts', databaseUrl], {});
		onEnd(program.stop);
		const baselineClient = openSignInClient(program.address, '/sign-in');
		onEnd(baselineClient.close);
		const client = openSignInClient(address, SIGN_IN_PATH);
		onEnd(client.close);
		const measurements = {
			argon2: [] as number[][],
			baseline: [] as number[][],
			server: [] as number[][],
		};
		for (let turn = -WARM_UP_TURNS; turn < turns; turn++) {
			const argon2 = await measureRepeatedly(times, () => verify(hash, user.password));
			const baseline = await measureRepeatedly(times, () => signInAt(baselineClient, user));
			const server = await measureRepeatedly(times, () => signInAt(client, user));
			if (turn < 0) continue;
			measurements.argon2.push(argon2);
			measurements.baseline.push(baseline);
			measurements.server.push(server);
		}
		return measurements;
	});
}

/** @throws Error when the server asks to retry later, which would be measured as a sign-in */
async function signInAt({ signIn }: SignInClient, user: User): Promise<void> {
	const status = await signIn(user);
	if (status !== 200) throw new Error(`A sign-in was answered with ${status}.`);
}

async function measureRepeatedly(times: number, signIn: () => Promise<unknown>): Promise<number[]> {
	const durationsMs: number[] = [];
	for (let time = 0; time < times; time++) {
		const start = performance.now();
		await signIn();
		durationsMs.push(performance.now() - start);
	}
	return durationsMs;
}

async function measureParallel(
	address: string,
	users: readonly User[],
	{ rounds, seconds }: Options,
): Promise<Omit<SignInMeasurements, 'argon2' | 'baseline' | 'server'>> {
	const requestListings = async () => {
		const schedule = { address, nextPath: nextListing, perSecond: LISTINGS_PER_SECOND, seconds };
		const { served, refused, failed } = await sendOnSchedule(schedule);
		if (refused.length + failed > 0) throw new Error('Listings were not served.');
		return served;
	};
	const measurements = {
		atRest: [] as number[][],
		whileSigningIn: [] as number[][],
		parallel: [] as number[],
	};
	const clients = users.map((user) => ({ user, ...openSignInClient(address, SIGN_IN_PATH) }));
	let refused = 0;
	let elapsedMs = 0;
	// Warms up.
	await requestListings();
	for (let round = 0; round < rounds; round++) {
		measurements.atRest.push(await requestListings());
		const start = performance.now();
		let isMeasuring = true;
		const signIns = clients.map(async ({ user, signIn }) => {
			while (isMeasuring) {
				const startedAt = performance.now();
				const status = await signIn(user);
				if (status === 200) measurements.parallel.push(performance.now() - startedAt);
				else refused += 1;
			}
		});
		measurements.whileSigningIn.push(await requestListings());
		isMeasuring = false;
		await Promise.all(signIns);
		elapsedMs += performance.now() - start;
	}
	for (const { close } of clients) close();
	return {
		...measurements,
		parallelPerSecond: (measurements.parallel.length / elapsedMs) * 1000,
		refused,
	};
}

let requestedListings = 0;

/** The path of the next listing: alternately the same one and one that was not requested before. */
function nextListing(): string {
	requestedListings += 1;
	return requestedListings % 2
		? '/api/items?limit=24'
		: `/api/items?maxPrice=${LOWEST_PRICE_LIMIT + requestedListings}`;
}

const formatMs = (value: number) => value.toFixed(1);

function medianOfRounds(rounds: readonly number[][], share: number): number {
	return median(rounds.map((durationsMs) => percentile(durationsMs, share)));
}

/** For each turn, the measured median divided by the reference's. */
function factorsOf(reference: readonly number[][], measured: readonly number[][]): number[] {
	return measured.map((durationsMs, turn) => median(durationsMs) / median(reference[turn] ?? []));
}

/** Table cells: both medians in milliseconds, then the median factor and its interquartile range. */
function compare(reference: readonly number[][], measured: readonly number[][]): string[] {
	const factors = factorsOf(reference, measured);
	const [low, high] = [0.25, 0.75].map((share) => percentile(factors, share).toFixed(2));
	const medians = [reference, measured].map((rounds) => formatMs(medianOfRounds(rounds, 0.5)));
	return [...medians, median(factors).toFixed(2), `${low} to ${high}`];
}

function tableOf(measurements: SignInMeasurements) {
	const { argon2, baseline, server, parallel, parallelPerSecond, refused } = measurements;
	return {
		title: `Sign-in, compared with Argon2id alone (twenty users: ${parallelPerSecond.toFixed(0)} per second, ${refused} refused)`,
		columns: ['what', 'reference', 'measured', 'factor', 'middle half'],
		rows: [
			['server and Argon2id alone, p50 ms', ...compare(argon2, server)],
			['baseline and Argon2id alone, p50 ms', ...compare(argon2, baseline)],
			['server and baseline, p50 ms', ...compare(baseline, server)],
			['one of twenty users, p50 ms', '', formatMs(percentile(parallel, 0.5)), '', ''],
			['one of twenty users, p99 ms', '', formatMs(percentile(parallel, 0.99)), '', ''],
			[
				'listings meanwhile, p99 ms',
				`${formatMs(medianOfRounds(measurements.atRest, 0.99))} at rest`,
				formatMs(medianOfRounds(measurements.whileSigningIn, 0.99)),
				'',
				'',
			],
		],
	};
}

function resultsOf({ argon2, baseline, server, whileSigningIn }: SignInMeasurements) {
	const signIn = checkTarget({
		what: 'one sign-in: p50',
		sign: '≤',
		limit: 1.2,
		unit: '×',
		comparedWith: 'Argon2id alone',
		measurements: [median(factorsOf(argon2, server))],
	});
	const baselineFactor = median(factorsOf(argon2, baseline)).toFixed(2);
	return [
		{ ...signIn, measured: `${signIn.measured} (the baseline ${baselineFactor} ×)` },
		checkTarget({
			what: 'listings while twenty people sign in: p99',
			sign: '<',
			limit: 50,
			unit: 'ms',
			measurements: [medianOfRounds(whileSigningIn, 0.99)],
			digits: 0,
		}),
	];
}
