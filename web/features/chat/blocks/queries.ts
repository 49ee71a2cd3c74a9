import { useMutation, useQueryClient } from '@tanstack/react-query';
import { blockPerson, unblockPerson } from '#contract/chat/endpoints.ts';
import { call } from '#web/lib/api/api.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { toast } from '#web/ui/toast.ts';

/** Blocks a person by id and shows the result in a toast. */
export function useBlock() {
	return useBlockChange((id) => call(blockPerson, { params: { id } }));
}

/** Unblocks a person by id and shows the result in a toast. */
export function useUnblock() {
	return useBlockChange((id) => call(unblockPerson, { params: { id } }));
}

function useBlockChange(change: (id: number) => Promise<{ message: string }>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: change,
		// Not awaited, so that the dialog closes before the lists are refetched.
		onSuccess: ({ message }) => {
			toast(message);
			// A block changes the chats and deals with this person. It hides the items and wanted posts of each
			// person from the other person’s lists.
			for (const subject of ['blocked', 'chat', 'chats', 'deals', 'wanted', 'searches'] as const)
				void client.invalidateQueries({ queryKey: [subject] });
			void client.invalidateQueries({ queryKey: ['items', 'for-me'] });
		},
		onError: (error) => toast(formErrorMessage(error), { tone: 'bad' }),
	});
}
