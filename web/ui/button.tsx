import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
	variant?: ButtonVariant;
	size?: ButtonSize;
	/** While busy, presses do nothing and the button keeps the focus. */
	busy?: boolean;
}

export function Button({
	variant = 'plain',
	size = 'normal',
	busy = false,
	type = 'button',
	className,
	onClick,
	children,
	...rest
}: ButtonProps) {
	function handleClick(event: MouseEvent<HTMLButtonElement>) {
		if (busy) event.preventDefault();
		else onClick?.(event);
	}

	return (
		<button
			{...rest}
			type={type}
			aria-disabled={busy || undefined}
			aria-busy={busy || undefined}
			onClick={handleClick}
			className={buttonClass(variant, size, className)}
		>
			{children}
			{/* After the text in the document: React cannot insert before a text that a translator has replaced. */}
			{busy && <Spinner className="order-first size-5" />}
		</button>
	);
}
