import { GraduationCap, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { focusMain } from '#web/ui/focus-page.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useDeclineInvitation } from './queries.ts';
import { StudiesDialog } from './studies-dialog.tsx';

/** An invitation to enter branch and semester, with a button to decline it for good. */
export function Invitation() {
	const declining = useDeclineInvitation();
	const [isAsking, setIsAsking] = useState(false);

	/** Declines the invitation. Moves the focus first, because the pressed button disappears. */
	function decline() {
		focusMain();
		declining.mutate();
	}

	return (
		<section aria-labelledby="invitation-title" className="pt-9">
			<div className="flex min-h-24 items-center gap-2 rounded-card bg-accent-wash py-2 pr-1 pl-3.5 tablet:min-h-20 tablet:gap-3">
				<GraduationCap aria-hidden="true" className="hidden size-7 shrink-0 tablet:block" />
				<div className="min-w-0 flex-1">
					<h2 id="invitation-title" className="font-text text-sm font-semibold tracking-normal">
						What do you study?
					</h2>
					<p className="text-xs text-ink-soft tablet:text-sm">See what fits your semester.</p>
				</div>
				<Button size="small" variant="main" onClick={() => setIsAsking(true)}>
					Tell us
				</Button>
				<IconButton
					label="Do not ask again"
					icon={<X aria-hidden="true" className="size-5" />}
					onClick={decline}
				/>
			</div>
			<StudiesDialog open={isAsking} onClose={() => setIsAsking(false)} />
		</section>
	);
}
