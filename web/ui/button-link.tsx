import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { Link, type LinkProps } from './link.tsx';

export interface ButtonLinkProps extends LinkProps {
	variant?: ButtonVariant;
	size?: ButtonSize;
}

/** A link that looks like a button. */
export function ButtonLink({
	variant = 'plain',
	size = 'normal',
	className,
	...rest
}: ButtonLinkProps) {
	return <Link {...rest} className={buttonClass(variant, size, className)} />;
}
