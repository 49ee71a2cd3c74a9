import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { success } from '#contract/core/schemas.ts';
import { branch, category, spot, subject } from './schemas.ts';

export const getCatalogue = endpoint({
	method: 'GET',
	path: '/catalogue',
	summary:
		'Returns the categories with their detail fields, the branches, the subjects and the hand-over spots.',
	auth: 'none',
	reply: z.object({
		success,
		categories: z.array(category),
		branches: z.array(branch),
		subjects: z.array(subject),
		spots: z.array(spot),
	}),
});

/** The part of the catalogue that every page needs; much smaller than the whole catalogue. */
export const listCategories = endpoint({
	method: 'GET',
	path: '/catalogue/categories',
	summary: 'Returns the categories in their order, hidden ones too.',
	auth: 'none',
	reply: z.object({ success, categories: z.array(category) }),
});
