import type { FastifyBaseLogger } from 'fastify';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import type { Branch, Category, Subject } from '#contract/catalogue/schemas.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { Db } from '#server/db/client.ts';
import { type DatabaseEvents, type InMemoryCopy, openInMemoryCopy } from '#server/db/events.ts';
import { invalidField } from '#server/lib/app-error.ts';
import { type CatalogueLists, findCatalogue } from './queries.ts';

/**
 * Look-ups in one snapshot of the lists that administrators keep: categories, branches, subjects, search words and
 * hand-over spots.
 */
export interface CatalogueLookup {
	current: () => CatalogueLists;
	/** Finds a category regardless of case. */
	findCategory: (name: string) => Category | undefined;
	/** Finds a category by its current name or a former one, regardless of case. A current name wins. */
	findRenamedCategory: (name: string) => Category | undefined;
	/** Finds a branch regardless of case. */
	findBranch: (code: string) => Branch | undefined;
	/** Finds a subject regardless of case. */
	findSubject: (code: string) => Subject | undefined;
}

/** This instance's in-memory copy of the lists, refreshed when they change. */
export interface Catalogue extends CatalogueLookup, InMemoryCopy<CatalogueLists> {}

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
		effect: 'readCatalogue',
		name: 'the catalogue',
	});
	let lookup = lookUpIn(copy.current());
	copy.onChange((lists) => {
		lookup = lookUpIn(lists);
	});
	return {
		...copy,
		findCategory: (name) => lookup.findCategory(name),
		findRenamedCategory: (name) => lookup.findRenamedCategory(name),
		findBranch: (code) => lookup.findBranch(code),
		findSubject: (code) => lookup.findSubject(code),
	};
}

/** Indexes the lists by name or code. */
export function lookUpIn(lists: CatalogueLists): CatalogueLookup {
	const categories = new Map(lists.categories.map((one) => [one.name.toLowerCase(), one]));
	const formerCategories = new Map(
		lists.categories.flatMap((one) =>
			(one.formerNames ?? []).map((name) => [name.toLowerCase(), one] as const),
		),
	);
	const branches = new Map(lists.branches.map((one) => [one.code.toUpperCase(), one]));
	const subjects = new Map(lists.subjects.map((one) => [one.code.toUpperCase(), one]));
	return {
		current: () => lists,
		findCategory: (name) => categories.get(name.toLowerCase()),
		findRenamedCategory: (name) =>
			categories.get(name.toLowerCase()) ?? formerCategories.get(name.toLowerCase()),
		findBranch: (code) => branches.get(code.toUpperCase()),
		findSubject: (code) => subjects.get(code.toUpperCase()),
	};
}

/**
 * Returns the current name of a category for a current or former name, regardless of case; 'All' for the name that
 * means all categories; undefined for an unknown name.
 */
export function categoryNameOf(
	{ findRenamedCategory }: Pick<Catalogue, 'findRenamedCategory'>,
	name: string,
): string | undefined {
	const isAll = name.toLowerCase() === ALL_CATEGORIES.toLowerCase();
	return isAll ? ALL_CATEGORIES : findRenamedCategory(name)?.name;
}

/**
 * Finds a subject regardless of case.
 * @param path the field that names the subject
 * @throws AppError invalid for an unknown subject
 */
export function requireSubject(
	{ findSubject }: Pick<Catalogue, 'findSubject'>,
	code: string,
	path = 'subject',
): Subject {
	const subject = findSubject(code);
	if (!subject) throw invalidField(path, ITEM_ERRORS.unknownSubject(code));
	return subject;
}
