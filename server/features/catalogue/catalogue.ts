import type { FastifyBaseLogger } from 'fastify';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import type { Branch, Category, Subject } from '#contract/catalogue/schemas.ts';
import type { Db } from '#server/db/client.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import { type InMemoryCopy, openInMemoryCopy } from '#server/db/in-memory-copy.ts';
import { type CatalogueLists, findCatalogue } from './queries.ts';

/** This instance’s copy of what administrators keep about the things that the college trades. */
export interface Catalogue extends InMemoryCopy<CatalogueLists> {
	/** Finds a category regardless of case. */
	findCategory: (name: string) => Category | undefined;
	/** Finds a branch regardless of case. */
	findBranch: (code: string) => Branch | undefined;
	/** Finds a subject regardless of case. */
	findSubject: (code: string) => Subject | undefined;
}

interface Options {
	db: Db;
	events: DatabaseEvents;
	log: FastifyBaseLogger;
}

/** @throws Error when the catalogue cannot be read at the start */
export async function openCatalogue({ db, ...options }: Options): Promise<Catalogue> {
	const copy = await openInMemoryCopy({
		...options,
		load: () => findCatalogue(db),
		channel: 'catalogue',
		name: 'the catalogue',
	});
	let index = indexLists(copy.current());
	copy.onChange((lists) => {
		index = indexLists(lists);
	});
	return {
		...copy,
		findCategory: (name) => index.categories.get(name.toLowerCase()),
		findBranch: (code) => index.branches.get(code.toUpperCase()),
		findSubject: (code) => index.subjects.get(code.toUpperCase()),
	};
}

/** The category's name as the catalogue spells it, 'All' among them; undefined for an unknown one. */
export function categoryNameOf(
	{ findCategory }: Pick<Catalogue, 'findCategory'>,
	name: string,
): string | undefined {
	const isAll = name.toLowerCase() === ALL_CATEGORIES.toLowerCase();
	return isAll ? ALL_CATEGORIES : findCategory(name)?.name;
}

function indexLists({ categories, branches, subjects }: CatalogueLists) {
	return {
		categories: new Map(categories.map((one) => [one.name.toLowerCase(), one])),
		branches: new Map(branches.map((one) => [one.code.toUpperCase(), one])),
		subjects: new Map(subjects.map((one) => [one.code.toUpperCase(), one])),
	};
}
