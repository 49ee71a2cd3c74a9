import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { endChild } from '#server/lib/processes.ts';
import { requireProgram } from './debian-programs.ts';
import { freePorts } from './free-ports.ts';

const MONITORING_FOLDER = join(import.meta.dirname, '../../deploy/monitoring');
const WAIT = { timeout: 60_000, interval: 50 };

export interface Prometheus {
	/** The names of the alerts that fire. */
	firing: () => Promise<string[]>;
	/** Waits until each of these alerts has fired after this call; others may fire too. */
	waitUntilFired: (...alerts: string[]) => Promise<void>;
	/** Waits until each rule has been evaluated with metrics of all targets. */
	waitForEvaluation: () => Promise<void>;
	/** Waits until an expression has a result. */
	waitForResult: (expression: string) => Promise<void>;
	stop: () => Promise<void>;
}

interface ApiResponse {
	data: {
		alerts: { labels: { alertname: string }; state: string }[];
		groups: { rules: { lastEvaluation: string }[] }[];
		activeTargets: { health: string; lastScrape: string }[];
		result: unknown[];
	};
}

/**
 * Our rules with shorter times. Each `for` is one second, and `offset 1d` is twenty seconds. Each range is ten seconds, or
 * a minute in the rule about process starts.
 */
async function acceleratedRules(): Promise<string> {
	const rules = await readFile(join(MONITORING_FOLDER, 'alerts.yml'), 'utf8');
	return rules
		.replaceAll(/\bfor: \w+/g, 'for: 1s')
		.replaceAll('[30m]', '[1m]')
		.replaceAll(/\[(?!1m)\d+[mh]\]/g, '[10s]')
		.replaceAll('offset 1d', 'offset 20s');
}

/** Debian's Prometheus with our rules, which scrapes its targets every second. @param ports the targets' metrics ports */
export async function startPrometheus(ports: readonly number[]): Promise<Prometheus> {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'market-watch-'));
	const targets = ports.map((each) => `127.0.0.1:${each}`);
	const config = (await readFile(join(MONITORING_FOLDER, 'prometheus.yml'), 'utf8'))
		.replaceAll(/_interval: \w+/g, '_interval: 1s')
		.replace(/^alerting:[\s\S]*?(?=^scrape)/m, '')
		.replace(/targets: .*/, `targets: ${JSON.stringify(targets)}`);
	await writeFile(join(folder, 'alerts.yml'), await acceleratedRules());
	await writeFile(join(folder, 'prometheus.yml'), config);
	const address = `127.0.0.1:${port}`;
	const running = spawn(
		requireProgram('prometheus'),
		[
			`--config.file=${join(folder, 'prometheus.yml')}`,
			`--storage.tsdb.path=${join(folder, 'data')}`,
			`--web.listen-address=${address}`,
			'--log.level=error',
		],
		{ stdio: ['ignore', 'ignore', 'inherit'] },
	);

	async function query(path: string): Promise<ApiResponse['data']> {
		const response = await fetch(`http://${address}${path}`);
		const { data } = (await response.json()) as ApiResponse;
		return data;
	}
	async function firing(): Promise<string[]> {
		const { alerts } = await query('/api/v1/alerts');
		const firingAlerts = alerts.filter(({ state }) => state === 'firing');
		return [...new Set(firingAlerts.map(({ labels }) => labels.alertname))].sort();
	}
	const isReady = () =>
		fetch(`http://${address}/-/ready`).then(
			({ ok }) => ok,
			() => false,
		);
	await vi.waitUntil(isReady, WAIT);

	return {
		firing,
		async waitUntilFired(...alerts) {
			const firedAlerts = new Set<string>();
			await vi.waitFor(async () => {
				for (const alert of await firing()) firedAlerts.add(alert);
				const silent = alerts.filter((alert) => !firedAlerts.has(alert));
				if (silent.length > 0) throw new Error(`Silent: ${silent}; fired: ${[...firedAlerts]}`);
			}, WAIT);
		},
		async waitForEvaluation() {
			await vi.waitUntil(async () => {
				const { activeTargets } = await query('/api/v1/targets');
				return activeTargets.length === ports.length && activeTargets.every(isUp);
			}, WAIT);
			// Waits for two evaluations: an alert with `for: 1s` fires at the second one.
			const since = Date.now() + 2000;
			await vi.waitUntil(async () => {
				const { groups } = await query('/api/v1/rules');
				const times = groups.flatMap(({ rules }) => rules.map((rule) => rule.lastEvaluation));
				return times.every((time) => Date.parse(time) > since);
			}, WAIT);
		},
		async waitForResult(expression) {
			const path = `/api/v1/query?query=${encodeURIComponent(expression)}`;
			await vi.waitUntil(async () => (await query(path)).result.length > 0, WAIT);
		},
		async stop() {
			await endChild(running, 'SIGKILL');
			await rm(folder, { recursive: true, force: true, maxRetries: 10 });
		},
	};
}

function isUp({ health }: { health: string }): boolean {
	return health === 'up';
}
