import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { actInDeal } from '#contract/deals/endpoints.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { toast } from '#web/ui/toast.ts';
import {
	confirmationFor,
	isFormAction,
	type StepFailure,
	type StepRequest,
	stepOf,
} from './actions.ts';
import type { DealDialogProps } from './forms/deal-dialog.tsx';
import { type DealIds, dealQuery } from './queries.ts';

interface DealStepsOptions extends DealIds {
	/** Undefined until it is loaded. */
	deal: Deal | undefined;
	/** The other person's name. */
	name: string;
	/** Called when the server has done a step. */
	onDone?: (action: DealAction) => void;
}

export interface DealSteps {
	/** Starts an action: sends its step, asks for confirmation, or opens its form. */
	start: (action: DealAction) => void;
	/** Sends a step whose details are already chosen. A toast says how it went. */
	sendAtOnce: (step: StepRequest) => Promise<void>;
	/** The action whose step is being sent, or whose form is loading. */
	pending: DealAction | undefined;
	/** Whether a form or a confirmation is open. */
	isAsking: boolean;
	/** The open form or confirmation, to render. */
	dialog: ReactNode;
}

/** Sends the steps of a deal. The script of the forms and confirmations is loaded when the first of them is opened. */
export function useDealSteps(options: DealStepsOptions): DealSteps {
	const { deal, itemId, buyerId, name, onDone } = options;
	const sending = useSendStep({ itemId, buyerId });
	const [Dialog, setDialog] = useState<ComponentType<DealDialogProps>>();
	const [open, setOpen] = useState<DealAction>();
	const [loading, setLoading] = useState<DealAction>();
	const pending = sending.isPending ? sending.variables.action : loading;
	// The action is no longer possible, for example because the reservation or the offer has ended.
	if (open && deal && !deal.actions.includes(open)) setOpen(undefined);

	async function openDialog(action: DealAction) {
		setLoading(action);
		try {
			const { DealDialog } = await import('./forms/deal-dialog.tsx');
			setDialog(() => DealDialog);
			setOpen(action);
		} catch {
			toast(ITEM_MESSAGES.noConnection, { tone: 'bad' });
		} finally {
			setLoading(undefined);
		}
	}

	function start(action: DealAction) {
		if (pending || !deal) return;
		const step = stepOf(action, deal);
		if (isFormAction(action) || confirmationFor(action, deal)) void openDialog(action);
		else if (step) void sendAtOnce(step);
	}

	async function sendAtOnce(step: StepRequest) {
		if (pending) return;
		const failure = await send(step);
		if (failure) toast(failure.message, { tone: 'bad' });
	}

	/**
	 * @param onSent called before the dialog closes
	 * @returns undefined if the step was done or is no longer possible; a toast then says so
	 */
	async function send(step: StepRequest, onSent?: () => void): Promise<StepFailure | undefined> {
		try {
			const { message } = await sending.mutateAsync(step);
			onSent?.();
			toast(message);
			setOpen(undefined);
			onDone?.(step.action);
			return undefined;
		} catch (error) {
			return handleFailure(error as Error);
		}
	}

	/**
	 * A step that is no longer possible (409) closes its form. The deal, which `useSendStep` replaces by the current one,
	 * then shows the actions that are possible now.
	 */
	function handleFailure(error: Error): StepFailure | undefined {
		const message = formErrorMessage(error);
		const status = error instanceof ApiError ? error.status : 0;
		const path = error instanceof ApiError ? error.issues[0]?.path : undefined;
		if (status !== 409) return { kind: status === 400 ? 'refused-input' : 'other', message, path };
		toast(message, { tone: 'bad' });
		setOpen(undefined);
		return undefined;
	}

	const dialog = Dialog && deal && (
		<Dialog
			action={open}
			deal={deal}
			name={name}
			isSending={sending.isPending}
			onSend={send}
			onClose={() => setOpen(undefined)}
		/>
	);
	return { start, sendAtOnce, pending, isAsking: open !== undefined, dialog };
}

/** Pauses before a step is sent again to a busy server. */
const BUSY_DELAYS_MS = [1000, 3000];

/**
 * Sends a step and caches the resulting deal. If the server refuses the step and sends the current deal, that deal is
 * cached. Every press has an id of its own. A step that got no answer keeps its id when the user sends it again, so that
 * the server does not do it twice.
 */
function useSendStep(ids: DealIds) {
	const client = useQueryClient();
	const unanswered = useRef<{ step: string; clientId: string }>(undefined);
	const { queryKey } = dealQuery(ids);

	async function sendStep({ action, body }: StepRequest) {
		const step = JSON.stringify({ action, body });
		if (unanswered.current?.step !== step) unanswered.current = { step, clientId: randomUuid() };
		const { clientId } = unanswered.current;
		const send = () => call(actInDeal, { params: { ...ids, action }, body: { ...body, clientId } });
		for (const delayMs of BUSY_DELAYS_MS) {
			try {
				return await send();
			} catch (error) {
				if (!isBusy(error)) throw error;
			}
			await new Promise((resolve) => setTimeout(resolve, delayMs));
		}
		return send();
	}

	return useMutation({
		mutationFn: sendStep,
		// The answer of an older request must not replace the new deal.
		onMutate: () => client.cancelQueries({ queryKey, exact: true }),
		onSuccess: ({ deal }) => client.setQueryData(queryKey, deal),
		onError: (error) => {
			const deal = currentDealOf(error);
			if (deal) client.setQueryData(queryKey, deal);
		},
		onSettled: (_, error) => {
			const isAnswered = !error || (error instanceof ApiError && error.status < 500);
			if (isAnswered) unanswered.current = undefined;
			if (error && !currentDealOf(error)) void client.invalidateQueries({ queryKey, exact: true });
			refreshRelatedQueries(client, ids.itemId);
		},
	});
}

function isBusy(error: unknown): boolean {
	return error instanceof ApiError && error.code === REQUEST_ERRORS.unavailable.code;
}

/** The current deal. The server sends it when it refuses an action that is no longer possible. */
function currentDealOf(error: Error): Deal | undefined {
	return error instanceof ApiError && error.status === 409
		? (error.body as { deal?: Deal }).deal
		: undefined;
}

/**
 * Refetches the other queries that show the deal: the lists of deals, the deal of the reservation, the queue, and the
 * item.
 */
function refreshRelatedQueries(client: QueryClient, itemId: number): void {
	void client.invalidateQueries({ queryKey: ['deals', 'list'] });
	void client.invalidateQueries({ queryKey: ['deals', 'holder', itemId] });
	void client.invalidateQueries({ queryKey: ['deals', 'queue', itemId] });
	void client.invalidateQueries({ queryKey: ['items', 'one', String(itemId)] });
}
