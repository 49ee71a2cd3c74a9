import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { KeyCap } from '../parts/key-hints.tsx';
import { useLetterKeys } from '../parts/letter-keys.ts';
import type { Decision, ReportAction } from './report-kind.ts';

interface DecisionButtonsProps {
	decisions: readonly Decision[];
	/** What or whom it is about, by name. */
	about: string;
	isBusy: boolean;
	onDecide: (type: ReportAction) => Promise<void>;
}

/** The decisions on a pending report with their keys; the hard ones are asked about first. */
export function DecisionButtons({ decisions, about, isBusy, onDecide }: DecisionButtonsProps) {
	const [asked, setAsked] = useState<Decision>();
	const areLettersOn = useLetterKeys();

	function press(decision: Decision) {
		if (decision.question) setAsked(decision);
		else void onDecide(decision.type);
	}

	async function confirm(): Promise<void> {
		if (!asked) return;
		await onDecide(asked.type);
		setAsked(undefined);
	}

	return (
		<>
			{decisions.map((decision, index) => (
				<Button
					key={decision.type}
					size="small"
					variant={index === 0 ? 'main' : 'plain'}
					busy={isBusy}
					data-key={decision.key}
					aria-keyshortcuts={areLettersOn ? decision.key : undefined}
					onClick={() => press(decision)}
					className="flex-auto"
				>
					<span className={decision.isBad ? 'text-bad' : ''}>{decision.label}</span>
					<KeyCap name={decision.key} isInButton />
				</Button>
			))}
			<ConfirmDialog
				open={asked !== undefined}
				title={asked?.label ?? ''}
				question={asked?.question?.(about) ?? ''}
				confirmLabel={asked?.label ?? ''}
				busy={isBusy}
				onConfirm={() => void confirm()}
				onCancel={() => setAsked(undefined)}
			/>
		</>
	);
}
