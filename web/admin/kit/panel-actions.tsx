import { Button } from '#web/ui/button.tsx';
import { KeyCap } from './key-hints.tsx';
import { useLetterKeys } from './letter-keys.ts';
import type { ListAction } from './use-list-keys.ts';

/** The buttons of a panel, which hear the same letters as those of the row. */
export function PanelActions({ actions }: { actions: readonly ListAction[] }) {
	const hasLetterKeys = useLetterKeys();

	return actions.map(({ label, key, run, isDestructive }) => (
		<Button
			// What a press turns around, as Ban into Unban, keeps the focus.
			key={key}
			size="small"
			data-key={key}
			aria-keyshortcuts={hasLetterKeys ? key : undefined}
			variant={isDestructive ? 'danger' : 'plain'}
			onClick={run}
		>
			{label}
			<KeyCap name={key} isInButton />
		</Button>
	));
}
