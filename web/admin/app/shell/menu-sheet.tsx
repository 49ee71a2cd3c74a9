import { X } from 'lucide-react';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useModal } from '#web/ui/use-modal.ts';
import { Brand } from './brand.tsx';
import { Nav, type NavProps } from './nav.tsx';

interface MenuSheetProps extends Omit<NavProps, 'onNavigate'> {
	open: boolean;
	onClose: () => void;
}

/** The sidebar on narrow screens: slides in from the left. */
export function MenuSheet({ open, onClose, ...navProps }: MenuSheetProps) {
	const modal = useModal(open, onClose);

	return (
		<dialog
			{...modal}
			aria-label="Menu"
			className="side-sheet fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-auto bg-sunken text-ink shadow-float"
		>
			{open && (
				<div className="flex min-h-full flex-col gap-3 p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
					<div className="flex items-center justify-between">
						<Brand onNavigate={onClose} />
						<IconButton
							label="Close menu"
							icon={<X aria-hidden="true" className="size-5" />}
							onClick={onClose}
						/>
					</div>
					<p className="px-3 text-sm font-bold">{ADMIN_SESSION_MESSAGES.welcome}</p>
					<Nav {...navProps} onNavigate={onClose} />
				</div>
			)}
		</dialog>
	);
}
