import {
	infiniteQueryOptions,
	queryOptions,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import {
	addWanted,
	answerWanted,
	deleteWanted,
	getWanted,
	listMostWanted,
	listOwnWanted,
	listWanted,
	listWantedAnswers,
	markWantedFound,
	renewWanted,
	updateWanted,
} from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import type { WantedFields } from '#contract/wanted/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { readFormDraft, saveFormDraft, useFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';

export interface WantedFilters {
	q: string;
	category: string;
	subject: string;
}

/** What the form leaves out is cleared. */
const bodyOf = ({ title, note, category, maxPrice, subject }: WantedFields) => ({
	title,
	note,
	category,
	maxPrice,
	subject,
});

/**
 * The public list, page by page.
 * @param viewerId the signed-in user: posts across a block are not in the answer
 */
export function wantedPagesQuery(filters: WantedFilters, viewerId: number | undefined) {
	const set = Object.entries(filters).filter(([, value]) => value !== '');
	return infiniteQueryOptions({
		queryKey: ['wanted', 'list', viewerId, filters],
		queryFn: ({ pageParam, signal }) =>
			call(listWanted, { query: { ...Object.fromEntries(set), cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		placeholderData: (before) => before,
	});
}

/** The user's own posts, those that are over too. */
export function ownWantedQuery(userId: number | undefined) {
	return infiniteQueryOptions({
		queryKey: ['wanted', 'own', userId],
		queryFn: ({ pageParam, signal }) =>
			call(listOwnWanted, { query: { cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
	});
}

export function mostWantedQuery() {
	return queryOptions({
		queryKey: ['wanted', 'most'],
		queryFn: async ({ signal }) => (await call(listMostWanted, { signal })).most,
	});
}

/** @param id as a number, or as text from the address */
export function wantedQuery(id: number | string, viewerId: number | undefined) {
	return queryOptions({
		queryKey: ['wanted', 'one', String(id), viewerId],
		queryFn: async ({ signal }) => (await call(getWanted, { params: { id }, signal })).wanted,
		refetchOnWindowFocus: 'always',
	});
}

/** The items offered to one of the user's own posts. */
export function wantedAnswersQuery(id: number) {
	return queryOptions({
		queryKey: ['wanted', 'answers', id],
		queryFn: async ({ signal }) =>
			(await call(listWantedAnswers, { params: { id }, signal })).items,
		refetchOnWindowFocus: 'always',
	});
}

/** An attempt to post, with its idempotency key. */
interface Attempt {
	/** What was sent, as JSON. */
	text: string;
	key: string;
}

/**
 * What is sent again unchanged, after its answer was lost, has the same key, also after a reload: the server posts it once.
 * If that post was deleted meanwhile, the next attempt has a new key.
 */
export function useAddWanted() {
	const stored = useFormDraft('wanted/attempt');
	const last = useRef<Attempt>(undefined);
	return useChange(async (fields: WantedFields) => {
		const body = bodyOf(fields);
		const text = JSON.stringify(body);
		last.current ??= toAttempt(await readFormDraft(stored.storageKey));
		if (last.current?.text !== text) last.current = { text, key: randomUuid() };
		saveFormDraft(stored.storageKey, new URLSearchParams({ ...last.current }));
		try {
			const reply = await call(addWanted, {
				body,
				headers: { 'idempotency-key': last.current.key },
			});
			stored.erase();
			return reply;
		} catch (error) {
			if (error instanceof ApiError && error.code === WANTED_ERRORS.notFound.code) {
				last.current = undefined;
				stored.erase();
			}
			throw error;
		}
	});
}

function toAttempt(stored: URLSearchParams | undefined): Attempt | undefined {
	return stored && { text: stored.get('text') ?? '', key: stored.get('key') ?? '' };
}

export function useUpdateWanted(id: number) {
	return useChange((fields: WantedFields) =>
		call(updateWanted, { params: { id }, body: bodyOf(fields) }),
	);
}

const OWNER_CALLS = { renew: renewWanted, found: markWantedFound, delete: deleteWanted } as const;

/** Renews, ends or deletes a post. */
export function useOwnerAction(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (action: keyof typeof OWNER_CALLS) => call(OWNER_CALLS[action], { params: { id } }),
		onSettled: (_reply, error, action) => {
			// A deleted post cannot be read again; its page is left.
			const isGone = action === 'delete' && !error;
			const refetchType = isGone ? 'none' : 'active';
			void client.invalidateQueries({ queryKey: ['wanted'], refetchType });
		},
	});
}

/** Offers an item. */
export function useAnswerWanted(id: number) {
	return useChange((itemId: number) => call(answerWanted, { params: { id }, body: { itemId } }));
}

function useChange<Input, Reply>(send: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: send,
		// Its form does not wait for the lists.
		onSettled: () => void client.invalidateQueries({ queryKey: ['wanted'] }),
	});
}
