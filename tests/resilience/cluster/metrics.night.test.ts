import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { describeWithPrograms, requireProgram } from '#tests/support/debian-programs.ts';
import { startMonitoredApp } from '#tests/support/monitored-app.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const MONITORING_FOLDER = join(ROOT, 'deploy/monitoring');

const folder = await mkdtemp(join(tmpdir(), 'market-figures-'));
const databaseUrl = await cloneDatabase();
const settings = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') };
const monitoredApp = await startMonitoredApp(settings);
onCleanup(async () => {
	await monitoredApp.stop();
	await rm(folder, { recursive: true, force: true });
});

/** Every PromQL expression of the alert rules. */
async function expressions(): Promise<string[]> {
	const rules = await readFile(join(MONITORING_FOLDER, 'alerts.yml'), 'utf8');
	const ruleExpressions = rules.matchAll(/expr: (?:>-\n)?([\s\S]*?)\n {8}(?:for|labels):/g);
	return [...ruleExpressions].map(([, expression = '']) => expression);
}

/** The names of all series of the app, including those without a value yet. */
async function seriesNames(): Promise<Set<string>> {
	const types = (await monitoredApp.metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
	return new Set(
		[...types].flatMap(([, name = '', type]) =>
			type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
		),
	);
}

test('requests are counted by route pattern, and the metrics are only on a separate port', async () => {
	const paths = ['/api/item/get-item-details/4711', '/api/nothing/4711', '/4711', '/health/live'];
	for (const path of paths) await fetch(monitoredApp.address + path);

	const metricsText = await monitoredApp.metrics();
	const onAppPort = await fetch(`${monitoredApp.address}/metrics`);
	const otherPath = await fetch(`http://127.0.0.1:${monitoredApp.metricsPort}/`);

	const expectCounted = (labels: string) =>
		expect(metricsText).toContain(`passdown_http_request_duration_seconds_count{${labels}} `);
	expectCounted('route="/api/item/get-item-details/:id",method="GET",status="4xx"');
	expectCounted('route="/health/live",method="GET",status="2xx"');
	expectCounted('route="none",method="any",status="4xx"');
	expect(metricsText).toContain('passdown_database_up 1\n');
	// Checks only the labels: a measured value may contain these digits.
	expect(metricsText).not.toMatch(/\{[^}\n]*4711/);
	expect([onAppPort.status, otherPath.status]).toEqual([404, 404]);
});

test('every metric in an alert exists', async () => {
	const names = await seriesNames();
	const used = (await expressions()).flatMap((each) => [
		...each.matchAll(/\b(?:passdown|nodejs|process)_\w+/g),
	]);

	const missing = used.map(([name]) => name).filter((name) => !names.has(name));

	expect(used.length).toBeGreaterThan(8);
	expect([...new Set(missing)]).toEqual([]);
});

test('every alert has a section in the runbook', async () => {
	const rules = await readFile(join(MONITORING_FOLDER, 'alerts.yml'), 'utf8');
	const runbook = await readFile(join(ROOT, 'docs/operations/runbook.md'), 'utf8');
	const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

	for (const alert of alerts) {
		expect(rules).toContain(`runbook: docs/operations/runbook.md#${alert.toLowerCase()}\n`);
		expect(runbook).toContain(`\n### ${alert}\n`);
	}
	const sections = [...runbook.matchAll(/^### ([A-Z]\w+[A-Z]\w+)$/gm)].map(([, name]) => name);
	expect(sections).toEqual(alerts);
});

test('every SQL statement of the runbook is valid', async () => {
	const runbook = await readFile(join(ROOT, 'docs/operations/runbook.md'), 'utf8');
	const [, section = ''] = runbook.split('\n## What each alert means');
	const statements = [...section.matchAll(/`((?:select|update) [^`]+)`/g)].map(
		([, statement = '']) => statement.replace('PID', '0'),
	);

	for (const statement of statements) await query(databaseUrl, statement);

	expect(statements.length).toBeGreaterThan(3);
});

test('when the metrics port is in use, the start fails with an error that names METRICS_PORT', async () => {
	const environment = {
		METRICS_PORT: String(monitoredApp.metricsPort),
		PORT: '0',
		LOG_LEVEL: 'silent',
	};

	const start = startScript('server/main.ts', [], { ...settings, ...environment, SEED_DEMO: '0' });

	expect(await start.ended).toBe(1);
	expect(start.errors()).toContain(
		`METRICS_PORT: ${monitoredApp.metricsPort} is in use on 127.0.0.1`,
	);
});

describeWithPrograms(
	['promtool', 'amtool'],
	'the configuration files for Prometheus and Alertmanager',
	() => {
		test('the configuration files for Prometheus and Alertmanager are valid', async () => {
			const promtool = (...args: string[]) =>
				run(requireProgram('promtool'), args, { cwd: MONITORING_FOLDER });
			await promtool('check', 'config', 'prometheus.yml');
			await run(requireProgram('amtool'), [
				'check-config',
				join(MONITORING_FOLDER, 'alertmanager.yml'),
			]);
			const { stdout } = await promtool('test', 'rules', 'alerts.test.yml');

			expect(stdout).toContain('SUCCESS');
		});
	},
);
