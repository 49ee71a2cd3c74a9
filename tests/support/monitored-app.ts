import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { endChild } from '#server/lib/processes.ts';
import { addressOf, shellEnvironment } from './app-process.ts';
import { freePorts } from './free-ports.ts';
import { SECRET } from './secret.ts';

export interface MonitoredApp {
	address: string;
	metricsPort: number;
	process: ChildProcess;
	/** The app's log so far. */
	log: () => string;
	/** All current metrics. */
	metrics: () => Promise<string>;
	stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** An app with metrics, as a process of its own. @param settings environment variables, at least DATA_DIR */
export async function startMonitoredApp(
	settings: Record<string, string> & { DATA_DIR: string },
	nodeOptions: readonly string[] = [],
): Promise<MonitoredApp> {
	const [freePort] = await freePorts(1);
	const { METRICS_PORT = freePort } = settings;
	const metricsPort = Number(METRICS_PORT);
	const child = spawn(process.execPath, [...nodeOptions, 'server/main.ts'], {
		env: {
			...shellEnvironment(),
			PORT: '0',
			SEED_DEMO: '0',
			JWT_SECRET: SECRET,
			METRICS_PORT: String(metricsPort),
			WEB_FOLDER: join(import.meta.dirname, 'pages'),
			...settings,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let stderr = '';
	child.stderr.on('data', (chunk) => {
		stderr += String(chunk);
	});
	return {
		address: await addressOf(child).catch((error: unknown) => {
			throw new Error(`The market did not open: ${stderr}`, { cause: error });
		}),
		metricsPort,
		process: child,
		log: () => stderr,
		async metrics() {
			const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
			return response.text();
		},
		async stop(signal = 'SIGTERM') {
			await endChild(child, signal);
		},
	};
}
