import { type ComponentType, type ReactNode, useState } from 'react';
import type { DealAction } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { toast } from '#web/ui/toast.ts';
import { confirmationFor, isFormAction, stepOf } from './actions.ts';
import type { DealDialogProps } from './forms/deal-dialog.tsx';
import { type StepRequest, useSendDealStep } from './queries.ts';
import type { StepFailure } from './step-failure.ts';

interface DealStepsOptions {
	/** Undefined until it is loaded. */
	deal: Deal | undefined;
	itemId: number;
	buyerId: number;
	/** The other person's name. */
	name: string;
	/** Called when the server has done a step. */
	onDone?: (action: DealAction) => void;
}

export interface DealSteps {
	/** Starts an action: sends its step, asks for confirmation, or opens its form. */
	start: (action: DealAction) => void;
	/**
	 * Sends a step whose details are already chosen.
	 * @returns undefined if the step was done or is no longer possible; a toast then says so
	 */
	send: (step: StepRequest) => Promise<StepFailure | undefined>;
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
	const sending = useSendDealStep({ itemId, buyerId });
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
		const failure = await send(step);
		if (failure) toast(failure.message, { tone: 'bad' });
	}

	/** @param onSent called before the dialog closes */
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
	 * A step that is no longer possible (409) closes its form. The deal, which `useSendDealStep` replaces by the current
	 * one, then shows the actions that are possible now.
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
			onOther={setOpen}
			onClose={() => setOpen(undefined)}
		/>
	);
	return { start, send, pending, isAsking: open !== undefined, dialog };
}
