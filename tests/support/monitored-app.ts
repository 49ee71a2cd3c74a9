import { join } from 'node:path';
import { type AppProcess, startAppProcess } from './app-process.ts';
import { freePorts } from './free-ports.ts';

interface MonitoredApp extends AppProcess {
	metricsPort: number;
	/** All current metrics. */
	metrics: () => Promise<string>;
}

/** An app with metrics, as a process of its own. @param settings environment variables, at least DATA_DIR */
export async function startMonitoredApp(
	settings: Record<string, string> & { DATA_DIR: string },
): Promise<MonitoredApp> {
	const [freePort] = await freePorts(1);
	const { METRICS_PORT = freePort } = settings;
	const app = await startAppProcess({
		METRICS_PORT: String(METRICS_PORT),
		RATE_LIMIT: 'on',
		LOG_LEVEL: 'info',
		WEB_FOLDER: join(import.meta.dirname, 'pages'),
		...settings,
	});
	return {
		...app,
		metricsPort: Number(METRICS_PORT),
		async metrics() {
			const response = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
			return response.text();
		},
	};
}
