import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ADMIN_EVENTS, ADMIN_NAMESPACE, ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { AUDIT_SEVERITY } from '#contract/core/audit-actions.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import { LOCKS } from '#server/db/locks.ts';
import { openApp } from '#tests/support/app.ts';
import { startMonitoredApp } from './support/monitored-app.ts';
import { onCleanup } from './support/on-cleanup.ts';

/*
 * Databases, Redis, browsers, dashboards and other clients depend on the names in stored-names.txt. The code may
 * use other words, but a stored name changes only with a migration, or not at all.
 */

const ROOT = join(import.meta.dirname, '..');

const t = await openApp();
const monitoredApp = await startMonitoredApp({ DATABASE_URL: t.url, DATA_DIR: t.dataDir });
onCleanup(() => monitoredApp.stop());

/** The names that a query returns in its only column. */
async function namesIn(query: string): Promise<string[]> {
	const { rows } = await t.db.execute<{ name: string }>(sql.raw(query));
	return rows.map(({ name }) => name);
}

/** The matches of a pattern's groups in the sources of server and pages. */
async function foundInSources(pattern: RegExp): Promise<string[]> {
	const matches = new Set<string>();
	for await (const path of glob('{contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT })) {
		if (/\.test\.tsx?$/.test(path)) continue;
		const source = await readFile(join(ROOT, path), 'utf8');
		for (const [, ...groups] of source.matchAll(pattern)) matches.add(groups.join(''));
	}
	return [...matches];
}

async function metricNames(): Promise<string[]> {
	const types = (await monitoredApp.metrics()).matchAll(/^# TYPE (passdown_\w+ \w+)$/gm);
	return [...types].map(([, name = '']) => name);
}

test('names that are stored, sent or collected have not changed', async () => {
	const names = {
		column: await namesIn(`
			select table_name || '.' || column_name || ' ' || data_type as name
			from information_schema.columns where table_schema = 'public'`),
		function: await namesIn(`
			select proname as name from pg_proc where pronamespace = 'public'::regnamespace
				and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`),
		trigger: await namesIn(`
			select tgrelid::regclass || ' ' || tgname as name from pg_trigger where not tgisinternal
				and tgrelid::regclass::text not like 'pgboss.%'`),
		queue: await namesIn('select name from pgboss.queue'),
		schedule: await namesIn("select name || ' ' || cron as name from pgboss.schedule"),
		metric: await metricNames(),
		event: [CHAT_EVENTS, REALTIME_EVENTS, ADMIN_EVENTS].flatMap((events) => Object.values(events)),
		namespace: [ADMIN_NAMESPACE],
		header: [REQUEST_ID_HEADER, ADMIN_SOCKET_HEADER],
		audit: Object.entries(AUDIT_SEVERITY).map(([action, severity]) => `${action} ${severity}`),
		lock: Object.values(LOCKS).map(String),
		redis: await foundInSources(/['`](passdown:[^'`]+)/g),
		counter: await foundInSources(/openCounter\(\s*['`"](.+?)['`"],/g),
		statement: await foundInSources(/(?:\.prepare|prepareStatement(?:<[^()]*>)?)\(\s*'([^']+)'/g),
		cookie: await foundInSources(
			/(?<=^export type UiCookie =[^;]*)'([\w-]+)'|name: '([\w-]+)',\s+path: |signingPrefix: '([^']+)'/gm,
		),
	};

	const list = Object.entries(names).flatMap(([kind, each]) =>
		each.sort().map((name) => `${kind} ${name}`),
	);
	await expect(`${list.join('\n')}\n`).toMatchFileSnapshot('./stored-names.txt');
});
