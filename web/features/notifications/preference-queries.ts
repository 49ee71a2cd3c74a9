import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Parsed } from '#contract/core/endpoint.ts';
import {
	changeNotificationPreference,
	getNotificationPreferences,
	type NotificationPreference,
	unsubscribe,
} from '#contract/notifications/notifications.ts';
import { call } from '#web/lib/api/api.ts';
import { toast } from '#web/ui/toast.ts';
import { notificationKeys } from './queries.ts';

type Preferences = Parsed<typeof getNotificationPreferences.reply>;

/** What I am told of, and how. */
export function preferencesQuery() {
	return queryOptions({
		queryKey: ['notice-choices'] as const,
		queryFn: ({ signal }) => call(getNotificationPreferences, { signal }),
	});
}

/** Saves the choice of one kind; it shows at once, and as it was before where it could not be saved. */
export function useSetPreference() {
	const client = useQueryClient();
	const { queryKey } = preferencesQuery();
	return useMutation({
		mutationFn: (choice: NotificationPreference) =>
			call(changeNotificationPreference, { body: choice }),
		mutationKey: queryKey,
		// Two presses reach the server in their order.
		scope: { id: 'notice-choices' },
		onMutate: async (choice) => {
			await client.cancelQueries({ queryKey });
			const before = client.getQueryData(queryKey);
			client.setQueryData(queryKey, (choices) => choices && withPreference(choices, choice));
			return { before: before?.choices.find(({ kind }) => kind === choice.kind) };
		},
		onSuccess: ({ message }) => {
			toast(message);
			// What one does not want to hear of is neither counted nor listed.
			return client.invalidateQueries({ queryKey: notificationKeys.all });
		},
		// With another change under way the answer would be old when it comes.
		onSettled: () =>
			client.isMutating({ mutationKey: queryKey }) === 1
				? client.invalidateQueries({ queryKey })
				: undefined,
		onError: (_error, _choice, context) => {
			const { before } = context ?? {};
			if (before)
				client.setQueryData(queryKey, (choices) => choices && withPreference(choices, before));
		},
	});
}

/**
 * Ends mails of one kind by a mailed token. A query although it changes something: it is asked once however often its
 * page is drawn.
 */
export function unsubscribeQuery(token: string) {
	return queryOptions({
		queryKey: ['unsubscribe', token],
		queryFn: () => call(unsubscribe, { params: { token } }),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
		retry: false,
		refetchOnReconnect: false,
		refetchOnWindowFocus: false,
	});
}

function withPreference(
	choices: Preferences,
	changedPreference: NotificationPreference,
): Preferences {
	const changed = choices.choices.map((choice) =>
		choice.kind === changedPreference.kind ? changedPreference : choice,
	);
	return { ...choices, choices: changed };
}
