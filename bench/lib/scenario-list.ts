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
		summary: 'search and facets among 100,000 items or more',
		load: () => import('../scenarios/search.ts'),
	},
	'saved-searches': {
		summary: 'new items against 5,000 saved searches',
		load: () => import('../scenarios/saved-searches.ts'),
	},
	deals: {
		summary: 'deals of many people at once',
		load: () => import('../scenarios/deals.ts'),
	},
	'chat-rate': {
		summary: 'chat rate and latency, against a simple relay',
		load: () => import('../scenarios/chat-rate.ts'),
	},
	posting: {
		summary: 'a post with four large photos, against sharp alone',
		load: () => import('../scenarios/posting.ts'),
	},
	lighthouse: {
		summary: 'Lighthouse on a phone: home, category and item, against a simple page',
		load: () => import('../scenarios/lighthouse.ts'),
	},
	presses: {
		summary: 'presses on a phone with a slowed processor',
		load: () => import('../scenarios/presses.ts'),
	},
	idle: {
		summary: 'memory at rest, and the time from start to ready',
		load: () => import('../scenarios/idle.ts'),
	},
	overload: {
		summary: 'ten times more requests than the server can answer',
		load: () => import('../scenarios/overload.ts'),
	},
	'first-evening': {
		summary: 'the first evening of term at one college and at ten',
		load: () => import('../scenarios/first-evening.ts'),
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
