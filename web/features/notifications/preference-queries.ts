import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Parsed } from '#contract/core/endpoint.ts';
import {
	changeNotificationPreference,
	getNotificationPreferences,
	unsubscribe,
} from '#contract/notifications/endpoints.ts';
import type { NotificationPreference } from '#contract/notifications/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { toast } from '#web/ui/toast.ts';

type Preferences = Parsed<typeof getNotificationPreferences.reply>;

/** The user's notification preferences. */
export function preferencesQuery() {
	return queryOptions({
		queryKey: ['notification-preferences'],
		queryFn: ({ signal }) => call(getNotificationPreferences, { signal }),
	});
}

/** Saves the preference for one kind, with an optimistic update that is undone on failure. */
export function useSetPreference() {
	const client = useQueryClient();
	const { queryKey } = preferencesQuery();
	return useMutation({
		mutationFn: (choice: NotificationPreference) =>
			call(changeNotificationPreference, { body: choice }),
		mutationKey: queryKey,
		// Requests of the same scope run one after the other, in order.
		scope: { id: 'notification-preferences' },
		onMutate: async (choice) => {
			await client.cancelQueries({ queryKey });
			const before = client.getQueryData(queryKey);
			client.setQueryData(
				queryKey,
				(preferences) => preferences && withPreference(preferences, choice),
			);
			return { before: before?.choices.find(({ kind }) => kind === choice.kind) };
		},
		onSuccess: ({ message }) => {
			toast(message);
			// Notifications of a kind that is switched off are neither counted nor listed.
			return client.invalidateQueries({ queryKey: ['notifications'] });
		},
		// While another change is running, a response would be outdated.
		onSettled: () =>
			client.isMutating({ mutationKey: queryKey }) === 1
				? client.invalidateQueries({ queryKey })
				: undefined,
		onError: (_error, _choice, context) => {
			const { before } = context ?? {};
			if (before)
				client.setQueryData(
					queryKey,
					(preferences) => preferences && withPreference(preferences, before),
				);
		},
	});
}

/** Unsubscribes from mails of one kind, or ends the alert of one saved search, by a mailed token. */
export function useUnsubscribe(token: string) {
	return useMutation({ mutationFn: () => call(unsubscribe, { params: { token } }) });
}

function withPreference(
	preferences: Preferences,
	changedPreference: NotificationPreference,
): Preferences {
	const choices = preferences.choices.map((choice) =>
		choice.kind === changedPreference.kind ? changedPreference : choice,
	);
	return { ...preferences, choices };
}
