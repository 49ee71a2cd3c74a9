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

/** All fields of a post, because the server clears each optional field that is missing. */
export const bodyOf = ({ title, note, category, maxPrice, subject }: WantedFields) => ({
	title,
	note,
	category,
	maxPrice,
	subject,
});

/**
 * The public list, page by page.
 * @param viewerId the signed-in user. The list leaves out the posts of people whom this user has blocked, and of people
 * who have blocked this user.
 */
export function wantedPagesQuery(filters: WantedFilters, viewerId: number | undefined) {
	const usedFilters = Object.entries(filters).filter(([, value]) => value !== '');
	return infiniteQueryOptions({
		queryKey: ['wanted', 'list', viewerId, filters],
		queryFn: ({ pageParam, signal }) =>
			call(listWanted, {
				query: { ...Object.fromEntries(usedFilters), cursor: pageParam },
				signal,
			}),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		placeholderData: (before) => before,
	});
}

/** The user's own posts, including those that have ended. */
export function ownWantedQuery(userId: number | undefined) {
	return infiniteQueryOptions({
		queryKey: ['wanted', 'own', userId],
		queryFn: ({ pageParam, signal }) =>
			call(listOwnWanted, { query: { cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
	});
}

/** The subjects and categories that the most people look for. */
export function mostWantedQuery() {
	return queryOptions({
		queryKey: ['wanted', 'most'],
		queryFn: async ({ signal }) => (await call(listMostWanted, { signal })).most,
	});
}

/**
 * One wanted post.
 * @param id as a number, or as text from the address
 */
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

/** After this time, sending the same fields again means another post. */
const ATTEMPT_MAX_AGE_MS = 3_600_000;

/**
 * Adds a post. If the same fields are sent again within an hour, also after a reload, the idempotency key is reused. So
 * the server creates only one post, even if its first answer was lost. `forgetAttempt` makes the next post a new one.
 */
export function useAddWanted() {
	// Stored like the draft of a form, so that the key survives a reload.
	const attemptStore = useFormDraft('wanted/attempt');
	const lastAttempt = useRef<URLSearchParams>(undefined);
	const forgetAttempt = () => {
		lastAttempt.current = undefined;
		attemptStore.erase();
	};
	const adding = useWantedChange(async (fields: WantedFields) => {
		const body = bodyOf(fields);
		const text = JSON.stringify(body);
		lastAttempt.current ??= await readFormDraft(attemptStore.storageKey);
		const key = reusableKey(lastAttempt.current, text) ?? randomUuid();
		lastAttempt.current = new URLSearchParams({ text, key, sentAt: String(Date.now()) });
		saveFormDraft(attemptStore.storageKey, lastAttempt.current);
		try {
			const reply = await call(addWanted, { body, headers: { 'idempotency-key': key } });
			forgetAttempt();
			return reply;
		} catch (error) {
			// The post with this key was deleted meanwhile, so the next attempt needs a new key.
			if (error instanceof ApiError && error.code === WANTED_ERRORS.notFound.code) forgetAttempt();
			throw error;
		}
	});
	return { ...adding, forgetAttempt };
}

/** The idempotency key of the last attempt; null if it sent another text or was more than an hour ago. */
function reusableKey(lastAttempt: URLSearchParams | undefined, text: string): string | null {
	const isRecent = Date.now() - Number(lastAttempt?.get('sentAt')) < ATTEMPT_MAX_AGE_MS;
	return lastAttempt && isRecent && lastAttempt.get('text') === text
		? lastAttempt.get('key')
		: null;
}

const OWNER_CALLS = { renew: renewWanted, found: markWantedFound, delete: deleteWanted } as const;

/** Renews a post, marks it as found, or deletes it. */
export function useOwnerAction(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (action: keyof typeof OWNER_CALLS) => call(OWNER_CALLS[action], { params: { id } }),
		onSettled: (_reply, error, action) => {
			// The page of a deleted post stays open for a moment. Refetching the post there would give 404.
			const isGone = action === 'delete' && !error;
			const refetchType = isGone ? 'none' : 'active';
			void client.invalidateQueries({ queryKey: ['wanted'], refetchType });
		},
	});
}

/** Offers an item in answer to a post. */
export function useAnswerWanted(id: number) {
	return useWantedChange((itemId: number) =>
		call(answerWanted, { params: { id }, body: { itemId } }),
	);
}

/** A mutation that refetches the wanted posts. */
export function useWantedChange<Input, Reply>(send: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: send,
		// Not awaited, so that the form is finished before the lists are refetched.
		onSettled: () => void client.invalidateQueries({ queryKey: ['wanted'] }),
	});
}
