import type { Scenario } from './scenario.ts';

interface ScenarioEntry {
	summary: string;
	load: () => Promise<{ scenario: Scenario }>;
}

/** Scenarios are loaded when they are run: some of them load a browser or Lighthouse. */
export const SCENARIOS = {
	reads: {
		summary: 'public reads, cached and uncached, against a single-query handler',
		load: () => import('../scenarios/reads.ts'),
	},
	search: {
		summary: 'search among a million items over HTTP, against the same SQL alone',
		load: () => import('../scenarios/search.ts'),
	},
	'saved-searches': {
		summary: 'new items against 100,000 saved searches, and chat meanwhile',
		load: () => import('../scenarios/saved-searches.ts'),
	},
	'deep-pagination': {
		summary: 'a page 5,000 pages deep, against the first page',
		load: () => import('../scenarios/deep-pagination.ts'),
	},
	deals: {
		summary: 'steps of deals: many at once, in long queues, and while many offers lapse',
		load: () => import('../scenarios/deals.ts'),
	},
	'saved-ids': {
		summary: 'the ids of 500 saved items, which every page with hearts asks for',
		load: () => import('../scenarios/saved-ids.ts'),
	},
	chat: {
		summary: '1,000 sockets that chat for a minute: lost messages, latency, memory',
		load: () => import('../scenarios/chat.ts'),
	},
	'chat-rate': {
		summary: 'chat rate, latency and memory of a socket, against a simple relay',
		load: () => import('../scenarios/chat-rate.ts'),
	},
	'chat-browsers': {
		summary: 'how long a message takes from one browser to another',
		load: () => import('../scenarios/chat-browsers.ts'),
	},
	'chat-photos': {
		summary: 'how long a large photo takes from one browser to another, against the item form',
		load: () => import('../scenarios/chat-photos.ts'),
	},
	posting: {
		summary: 'a post with four large photos, and its effect on other requests',
		load: () => import('../scenarios/posting.ts'),
	},
	'sign-in': {
		summary: 'sign-in against Argon2id alone, and its effect on other requests',
		load: () => import('../scenarios/sign-in.ts'),
	},
	lighthouse: {
		summary: 'Lighthouse on a phone: home, category and item, against a simple page',
		load: () => import('../scenarios/lighthouse.ts'),
	},
	navigation: {
		summary: 'navigation between pages, and interactions with a slowed processor',
		load: () => import('../scenarios/navigation.ts'),
	},
	idle: {
		summary: 'memory at rest, and the time from start to ready',
		load: () => import('../scenarios/idle.ts'),
	},
	overload: {
		summary: 'ten times more requests than the server can answer',
		load: () => import('../scenarios/overload.ts'),
	},
	growth: {
		summary: 'the cost of the same actions with 1,000 to 1,000,000 items',
		load: () => import('../scenarios/growth.ts'),
	},
	'first-evening': {
		summary: 'the first evening of term at one, three and ten colleges',
		load: () => import('../scenarios/first-evening.ts'),
	},
	'cross-instance-chat': {
		summary: 'a message between two instances, against one within an instance',
		load: () => import('../scenarios/cross-instance-chat.ts'),
	},
	'database-outage': {
		summary: 'requests while the database hangs: how soon each is refused',
		load: () => import('../scenarios/database-outage.ts'),
	},
	'rolling-restart': {
		summary: 'instances restarted in turn, and one killed, under load',
		load: () => import('../scenarios/rolling-restart.ts'),
	},
	'cross-instance-delay': {
		summary: 'how soon a change on one instance is visible on another',
		load: () => import('../scenarios/cross-instance-delay.ts'),
	},
	'metrics-overhead': {
		summary: 'what metrics cost a request and a tracked event',
		load: () => import('../scenarios/metrics-overhead.ts'),
	},
	admin: {
		summary: 'every list and statistic of the back-office with a million items',
		load: () => import('../scenarios/admin.ts'),
	},
	soak: {
		summary: 'memory during half an hour of mixed load',
		load: () => import('../scenarios/soak.ts'),
	},
} satisfies Record<string, ScenarioEntry>;

export type ScenarioName = keyof typeof SCENARIOS;

/**
 * Checks the names given on the command line; `all` stands for every scenario.
 * @throws Error for an unknown name
 */
export function selectScenarios(names: readonly string[]): ScenarioName[] {
	const knownNames = Object.keys(SCENARIOS) as ScenarioName[];
	if (names.length === 1 && names[0] === 'all') return knownNames;
	return names.map((name) => {
		const scenario = knownNames.find((each) => each === name);
		if (!scenario) throw new Error(`Unknown scenario ${name}. Known are ${knownNames.join(', ')}.`);
		return scenario;
	});
}
