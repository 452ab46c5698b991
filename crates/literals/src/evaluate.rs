//! The literals of a text: string literals, and the compiler's own macros over them.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::parse::{ParseStream, Parser};
use syn::token::Paren;
use syn::{Error, Lit, LitByteStr, LitStr, Token};

use crate::files;
use crate::path::{named_constant, Path};
use crate::piece::{Origin, Piece, Place, Text};
use crate::subject::Subject;

/// Removes the invisible groups that other macros wrap their arguments in. A stream without any is
/// returned unchanged, because a rebuilt one would lose the spacing of its tokens, which
/// `stringify!` shows.
pub fn unwrap_groups(tokens: TokenStream) -> TokenStream {
    if !has_invisible_group(&tokens) {
        return tokens;
    }
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                unwrap_groups(group.stream())
            }
            TokenTree::Group(group) if has_invisible_group(&group.stream()) => {
                let mut unwrapped = Group::new(group.delimiter(), unwrap_groups(group.stream()));
                unwrapped.set_span(group.span());
                TokenTree::from(unwrapped).into()
            }
            other => other.into(),
        })
        .collect()
}

fn has_invisible_group(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::None || has_invisible_group(&group.stream())
        }
        _ => false,
    })
}

/// Parses one literal, or a macro that yields some.
///
/// # Errors
/// [`syn::Error`] under a token that begins no text, and under a macro that cannot be evaluated.
pub fn term(subject: &Subject<'_>, input: ParseStream) -> syn::Result<Vec<Piece>> {
    if input.peek(LitStr) {
        let literal: LitStr = input.parse()?;
        return Ok(vec![literal_piece(literal.value().into(), &Lit::Str(literal), subject)?]);
    }
    if input.peek(LitByteStr) && subject.is_bytes {
        let literal: LitByteStr = input.parse()?;
        return Ok(vec![literal_piece(literal.value(), &Lit::ByteStr(literal), subject)?]);
    }
    if Path::peek(input) {
        let path = Path::parse(input)?;
        if path.is_expression() || input.peek(Paren) {
            return Err(Error::new_spanned(
                &path.tokens,
                format!("{}\n  = help: {EXPRESSION}", takes(subject)),
            ));
        }
        if !input.peek(Token![!]) {
            return Err(named_constant(subject, &path));
        }
        return call(subject, path, input);
    }
    Err(no_text(subject, input))
}

fn literal_piece(value: Vec<u8>, literal: &Lit, subject: &Subject<'_>) -> syn::Result<Piece> {
    let token = match literal {
        Lit::Str(literal) => literal.token(),
        Lit::ByteStr(literal) => literal.token(),
        other => return Err(Error::new_spanned(other, takes(subject))),
    };
    if !literal.suffix().is_empty() {
        return Err(Error::new_spanned(
            literal,
            format!("a suffix `{}` means nothing here", literal.suffix()),
        ));
    }
    Ok(Piece { value, tokens: literal.to_token_stream(), origin: Origin::Literal(token) })
}

fn takes(subject: &Subject<'_>) -> String {
    let or_bytes = if subject.is_bytes { "or byte-string " } else { "" };
    format!("`{}!` takes {} as a string {or_bytes}literal", subject.name, subject.takes)
}

const EXPRESSION: &str =
    "an expression is not evaluated while macros expand; `concat!` of literals is";

/// Returns the error for a token that begins no text.
fn no_text(subject: &Subject<'_>, input: ParseStream) -> Error {
    if input.is_empty() {
        return Error::new(input.span(), format!("the literal is missing: {}", takes(subject)));
    }
    let help = match input.fork().parse::<Lit>() {
        Ok(Lit::ByteStr(_)) => "leave out the `b`",
        Ok(Lit::CStr(_)) => "leave out the `c`",
        Ok(Lit::Char(_) | Lit::Byte(_)) => "put the string in double quotes",
        Ok(_) => "put it in double quotes, or in `concat!`",
        Err(_) if input.peek(Token![&]) => "leave out the `&`",
        Err(_) if input.peek(Token![,]) => {
            "write pieces one after another, without a comma: `\"http://\" \"a.example\"`"
        }
        Err(_) => EXPRESSION,
    };
    let message = format!("{}\n  = help: {help}", takes(subject));
    match input.fork().parse::<TokenTree>() {
        Ok(token) => Error::new_spanned(token, message),
        Err(_) => input.error(message),
    }
}

/// Evaluates `concat!(…)` and its like, from the `!` on.
fn call(subject: &Subject<'_>, path: Path, input: ParseStream) -> syn::Result<Vec<Piece>> {
    let bang: Token![!] = input.parse()?;
    let group: Group = input.parse()?;
    let name = path.name.to_string();
    let tokens = {
        let path = &path.tokens;
        quote!(#path #bang #group)
    };
    let looked_up = |value: Vec<u8>, expression: TokenStream| {
        let (len, place) = (value.len(), Place::Argument(format!("{name}!({})", group.stream())));
        vec![Piece {
            value,
            tokens: tokens.clone(),
            origin: Origin::LookedUp { expression, len, place },
        }]
    };
    match name.as_str() {
        "concat" => (|input: ParseStream| arguments(subject, input)).parse2(group.stream()),
        "stringify" => {
            let inner = group.stream();
            Ok(looked_up(inner.to_string().into(), quote!(::core::stringify!(#inner))))
        }
        "env" => {
            let variable = argument(subject, &group)?;
            let value = std::env::var(&variable).map_err(|_| {
                let help =
                    "cargo sets CARGO_PKG_… and what a build script prints as `cargo::rustc-env=…`";
                let message =
                    format!("the environment variable `{variable}` is not set while compiling");
                Error::new_spanned(&tokens, format!("{message}\n  = help: {help}"))
            })?;
            Ok(looked_up(value.into(), quote!(::core::env!(#variable))))
        }
        "include_str" => {
            include(subject, &group, &tokens, |path| quote!(::core::include_str!(#path)))
        }
        "include_bytes" if subject.is_bytes => {
            include(subject, &group, &tokens, |path| quote!(::core::include_bytes!(#path)))
        }
        _ => Err(Error::new_spanned(&tokens, not_evaluated(subject, &name))),
    }
}

fn not_evaluated(subject: &Subject<'_>, name: &str) -> String {
    let known =
        if subject.is_bytes { "`include_str!`, `include_bytes!`" } else { "`include_str!`" };
    let help = match name {
        "option_env" => "`env!` takes a variable that must be set".into(),
        "format" | "format_args" => {
            format!(
                "`concat!` joins literals; what the program puts together is checked by `{}::parse`",
                subject.value
            )
        }
        "include_bytes" => "`include_str!` reads a file as text".into(),
        _ => format!(
            "let `{name}!` call this one itself: `($rest:literal) => {{ {}!(\"…\" $rest) }}`",
            subject.name
        ),
    };
    format!("`{}!` does not know what `{name}!` expands to; it evaluates `concat!`, `env!`, `stringify!`, {known}\n  = help: {help}", subject.name)
}

/// Reads a file without one line break at its end, because editors add it and no identifier can end
/// in one.
fn include(
    subject: &Subject<'_>,
    group: &Group,
    tokens: &TokenStream,
    expression: impl Fn(String) -> TokenStream,
) -> syn::Result<Vec<Piece>> {
    let written = group.stream().into_iter().next().map_or(group.span(), |first| first.span());
    let path = argument(subject, group)?;
    let error = |message: String| Error::new_spanned(tokens, message);
    let file = files::locate(&path, written).map_err(error)?;
    let mut value = std::fs::read(&file)
        .map_err(|why| error(format!("cannot read {}: {why}", file.display())))?;
    if !subject.is_bytes && std::str::from_utf8(&value).is_err() {
        return Err(error(format!("{} is not UTF-8", file.display())));
    }
    let len = value.len();
    let end = value.strip_suffix(b"\r\n").or(value.strip_suffix(b"\n")).map_or(len, <[u8]>::len);
    value.truncate(end);
    let expression = expression(file.to_string_lossy().into_owned());
    let origin = Origin::LookedUp { expression, len, place: Place::File(file) };
    Ok(vec![Piece { value, tokens: tokens.clone(), origin }])
}

/// Parses the one argument of `env!` or `include_str!`; `env!`'s own error message may follow it.
fn argument(subject: &Subject<'_>, group: &Group) -> syn::Result<String> {
    let read = |input: ParseStream| {
        let text = Text::new(term(subject, input)?);
        if input.parse::<Option<Token![,]>>()?.is_some() {
            input.parse::<Option<LitStr>>()?;
            input.parse::<Option<Token![,]>>()?;
        }
        String::from_utf8(text.value).map_err(|_| input.error("not UTF-8"))
    };
    read.parse2(group.stream())
}

/// Parses the arguments of `concat!`: literals of every subject, and macros that yield them.
fn arguments(subject: &Subject<'_>, input: ParseStream) -> syn::Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    while !input.is_empty() {
        if input.peek(Lit) && !input.peek(LitStr) || input.peek(Token![-]) {
            pieces.push(shown(subject, input)?);
        } else {
            pieces.extend(term(subject, input)?);
        }
        if input.is_empty() {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    Ok(pieces)
}

/// Parses a number, a character or a Boolean, as `concat!` shows it.
fn shown(subject: &Subject<'_>, input: ParseStream) -> syn::Result<Piece> {
    let minus: Option<Token![-]> = input.parse()?;
    let literal: Lit = input.parse()?;
    let text = match (&literal, &minus) {
        (Lit::Int(int), _) => int.base10_digits().to_owned(),
        (Lit::Float(float), _) => float.base10_digits().to_owned(),
        (Lit::Char(c), None) => c.value().to_string(),
        (Lit::Bool(bool), None) => bool.value.to_string(),
        _ => {
            return Err(Error::new_spanned(
                &literal,
                format!("`concat!` does not take this literal; {}", takes(subject)),
            ))
        }
    };
    let value = if minus.is_some() { format!("-{text}") } else { text };
    Ok(Piece { value: value.into(), tokens: quote!(#minus #literal), origin: Origin::Shown })
}
