//! Connections that end if nothing is answered on them for a while.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, Instant, Sleep};

/// A listener whose connections end if nothing is answered on them for a while.
///
/// Otherwise a client that sends a byte now and then, and never a whole request, keeps its socket
/// forever. A browser opens a new connection when it needs one.
pub(super) struct PatientListener {
    listener: TcpListener,
    patience: Duration,
}

impl PatientListener {
    pub(super) fn new(listener: TcpListener, patience: Duration) -> PatientListener {
        PatientListener { listener, patience }
    }
}

impl Listener for PatientListener {
    type Io = PatientStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (PatientStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let timer = Box::pin(sleep(self.patience));
        (PatientStream { stream, patience: self.patience, timer }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that fails to read once its timer has ended. Writing starts the timer again.
pub(super) struct PatientStream {
    stream: TcpStream,
    patience: Duration,
    timer: Pin<Box<Sleep>>,
}

impl PatientStream {
    fn restart_after(&mut self, written: &Poll<io::Result<usize>>) {
        if matches!(written, Poll::Ready(Ok(count)) if *count > 0) {
            self.timer.as_mut().reset(Instant::now() + self.patience);
        }
    }
}

impl AsyncRead for PatientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.timer.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.restart_after(&written);
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.restart_after(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use axum::Router;
    use std::io::{Read, Write};

    /// Sends pieces, one every 50 ms, and returns what came back before the connection ended.
    fn send(address: SocketAddr, pieces: &[&[u8]]) -> String {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        for piece in pieces {
            // A server that ended the connection takes no more.
            if stream.write_all(piece).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let mut told = Vec::new();
        match stream.read_to_end(&mut told) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => panic!("it stays open"),
            _ => String::from_utf8(told).unwrap(),
        }
    }

    #[test]
    fn a_connection_without_an_answer_ends_however_slowly_it_sends() {
        let clients = |address| {
            let slow: Vec<&[u8]> = vec![b"G"; 40];
            assert_eq!(send(address, &slow), "");
            assert_eq!(send(address, &[]), "");
            // A request in pieces is answered, and so is the next one on the same connection.
            let pieces: [&[u8]; 4] = [
                b"GET / HT",
                b"TP/1.1\r\nHost: a\r\n\r\n",
                b"GET / HTTP/1.1\r\n",
                b"Host: a\r\n\r\n",
            ];
            assert_eq!(send(address, &pieces).matches("answered").count(), 2);
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let listener = PatientListener::new(listener, Duration::from_millis(600));
            let router = Router::new().route("/", get(|| async { "answered" }));
            let server = tokio::spawn(async { axum::serve(listener, router).await });
            tokio::task::spawn_blocking(move || clients(address)).await.unwrap();
            server.abort();
        });
    }
}
