import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { SECRET } from './secret.ts';
import { addressOf, environment } from './served-market.ts';

export interface WatchedMarket {
	address: string;
	metricsPort: number;
	process: ChildProcess;
	/** Its log. */
	log: () => string;
	/** All current metrics. */
	metrics: () => Promise<string>;
	end: (signal?: NodeJS.Signals) => Promise<void>;
}

/** An app with metrics, as a process of its own. @param given environment variables, at least DATA_DIR */
export async function startWatchedMarket(
	given: Record<string, string> & { DATA_DIR: string },
	nodeOptions: readonly string[] = [],
): Promise<WatchedMarket> {
	const [freePort] = await freePorts(1);
	const { METRICS_PORT = freePort } = given;
	const metricsPort = Number(METRICS_PORT);
	const market = spawn(process.execPath, [...nodeOptions, 'server/main.ts'], {
		env: {
			...environment(),
			...{ PORT: '0', SEED_DEMO: '0', JWT_SECRET: SECRET, METRICS_PORT: String(metricsPort) },
			WEB_FOLDER: join(import.meta.dirname, 'pages'),
			...given,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let said = '';
	market.stderr.on('data', (chunk) => {
		said += String(chunk);
	});
	return {
		address: await addressOf(market).catch((error: unknown) => {
			throw new Error(`The market did not open: ${said}`, { cause: error });
		}),
		metricsPort,
		process: market,
		log: () => said,
		async metrics() {
			const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
			return answer.text();
		},
		async end(signal = 'SIGTERM') {
			market.kill(signal);
			if (market.exitCode === null && market.signalCode === null) await once(market, 'exit');
		},
	};
}
